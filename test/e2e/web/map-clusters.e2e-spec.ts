import type { Browser, Page } from 'playwright-core';
import { grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { eventually } from '../../support/eventually';
import { signInPage } from '../../support/sign-in-page';

const SUBMISSIONS = 12;

let app: TestApp;
let chromium: Browser;
let page: Page;
let uid: string;
/** Requests of the map for data since the last `openMap`. */
let requests: string[] = [];

beforeAll(async () => {
  app = await startApp({ environment: { MAX_MAP_SUBMISSIONS: '10' } });
  for (const name of ['owner', 'partial']) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  await grantPartially(app, uid, 'partial', { view_submissions: [{ consent: 'no' }] });
  for (let number = 0; number < SUBMISSIONS; number += 1) {
    const consent = number === 0 ? 'no' : 'yes';
    await submit(app, uid, {
      answers: `<consent>${consent}</consent><place>${5 + number / 50} ${number < 6 ? 5 : 40} 0 0</place>`,
    });
  }
  chromium = await launchChromium();
  page = await chromium.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('request', (request) => {
    const url = request.url();
    if (url.includes('/data/?') || url.includes('/map-clusters/')) requests.push(url);
  });
  await signInPage(page, app);
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

async function openMap(query = ''): Promise<void> {
  requests = [];
  await page.goto(`${app.origin}/projects/${uid}/map/${query}`);
}

const countsShown = async (): Promise<number[]> =>
  (await page.locator('.cluster').allTextContents()).map((text) => Number(text || 1)).sort();
const expectCounts = (expected: number[]) =>
  eventually(countsShown, (counts) => JSON.stringify(counts) === JSON.stringify(expected));
const clusterRequests = () => requests.filter((url) => url.includes('/map-clusters/')).length;

it('shows clusters of the service, and their parts when they are clicked, down to the answers', async () => {
  await openMap();
  await page.getByText(`${SUBMISSIONS} places`, { exact: true }).waitFor();
  await expectCounts([6, 6]);
  expect(requests.filter((url) => url.includes('/data/?'))).toHaveLength(1);
  for (
    let clicks = 0;
    clicks < 8 && (await page.locator('.cluster:text-is("")').count()) === 0;
    clicks += 1
  ) {
    const before = clusterRequests();
    await page.locator('.cluster').first().focus();
    await page.keyboard.press('Enter');
    await eventually(
      () => Promise.resolve(clusterRequests()),
      (count) => count > before,
    );
    await page.getByText(`${SUBMISSIONS} places`, { exact: true }).waitFor();
  }
  await page.locator('.cluster:text-is("")').first().click();
  await page.locator('.leaflet-popup a').first().waitFor();
});

it('keeps the filters of the table', async () => {
  await openMap('?is.consent=yes');
  await page.getByText('11 places', { exact: true }).waitFor();
  expect(clusterRequests()).toBeGreaterThan(0);
});

it('loads the places itself where there are few', async () => {
  await openMap('?is.consent=no');
  await page.getByText('1 places', { exact: true }).waitFor();
  expect(clusterRequests()).toBe(0);
});

it('says that places could not be loaded, and loads them after the next move', async () => {
  await page.route('**/map-clusters/**', (route) => route.fulfill({ status: 500 }));
  await openMap();
  await page.getByText('The places could not be loaded.').waitFor();
  await page.unroute('**/map-clusters/**');
  await page.locator('.leaflet-control-zoom-in').click();
  await page.getByText(`${SUBMISSIONS} places`, { exact: true }).waitFor();
});

it('shows the places that were read until then, with their share, and then all', async () => {
  const partial = {
    progress: 0.4,
    places: 3,
    bounds: [5, 5, 6, 6],
    clusters: [{ longitude: 5.5, latitude: 5.5, places: 3, submission: null }],
  };
  let isPartial = true;
  await page.route('**/map-clusters/**', (route) =>
    isPartial ? route.fulfill({ json: partial }) : route.continue(),
  );
  await openMap();
  await page.getByText('Places are being counted: 40 %', { exact: true }).waitFor();
  await expectCounts([3]);
  isPartial = false;
  await page.getByText(`${SUBMISSIONS} places`, { exact: true }).waitFor();
  // The view was of the first places.
  await expectCounts([6, 6]);
  await page.unroute('**/map-clusters/**');
});
