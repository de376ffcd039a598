import type { Browser, Page } from 'playwright-core';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';
import { eventually } from '../../support/eventually';

const SUBMISSIONS = 70;

let app: TestApp;
let chromium: Browser;
let page: Page;
let uid: string;

beforeAll(async () => {
  // Many small pages, as of a project with 70,000 submissions.
  app = await startApp({ environment: { MAX_PAGE_SUBMISSIONS: '1' } });
  await app.addUser('owner');
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  for (let number = 0; number < SUBMISSIONS; number += 1) {
    const consent = number % 10 === 0 ? 'no' : 'yes';
    await submit(app, uid, {
      answers: `<consent>${consent}</consent><place>${number / 2} ${number} 0 0</place>`,
    });
  }
  chromium = await launchChromium();
  page = await chromium.newPage();
  await signInPage(page, app);
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

/** Waits until the map shows so many places, in clusters with their numbers or as single points. */
async function expectPlaces(expected: number): Promise<void> {
  await eventually(
    async () => (await page.locator('.cluster').allTextContents()).map((text) => Number(text || 1)),
    (counts) => counts.reduce((sum, count) => sum + count, 0) === expected,
    { withinMs: 20_000 },
  );
}

it.each([
  ['', SUBMISSIONS],
  ['?is.consent=no', SUBMISSIONS / 10],
])('shows the places of all pages, filtered by "%s"', async (query, expected) => {
  await page.goto(`${app.origin}/projects/${uid}/map/${query}`);
  await page.getByText(`${expected} places`, { exact: true }).waitFor();
  await expectPlaces(expected);
});

it('shows what was loaded, and says so, if the service fails meanwhile', async () => {
  let requests = 0;
  await page.route('**/data/?*format=json*', (route) => {
    requests += 1;
    return requests <= 40 ? route.continue() : route.fulfill({ status: 500 });
  });
  await page.goto(`${app.origin}/projects/${uid}/map/`);
  await page.getByText('Only 40 places could be loaded').waitFor();
  await expectPlaces(40);
});
