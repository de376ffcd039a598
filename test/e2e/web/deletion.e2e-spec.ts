import type { Browser, Page } from 'playwright-core';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';

let app: TestApp;
let chromium: Browser;
let page: Page;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

beforeEach(async () => {
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  for (let index = 0; index < 3; index += 1) await submit(app, uid);
  page = await (await chromium.newContext()).newPage();
  await signInPage(page, app, { next: `/projects/${uid}/data/` });
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check();
  await page.clock.install();
  await page.getByRole('button', { name: 'Delete …' }).click();
  await page.getByRole('heading', { name: 'Delete 1 submission?' }).waitFor();
});
afterEach(() => page.context().close());

async function count(): Promise<number> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
  return (body as { count: number }).count;
}

const LEAVING: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['going back', () => page.goBack()],
  ['a click on a tab', () => page.getByRole('link', { name: 'Summary' }).click()],
  ['the link to keep it', () => page.getByRole('link', { name: 'Keep it' }).click()],
  ['a reload', () => page.reload()],
  ['closing the tab', () => page.close({ runBeforeUnload: true })],
  ['waiting', () => page.clock.runFor(3_600_000)],
];

it.each(LEAVING)('keeps the submission after %s', async (_, leave) => {
  expect(await seriousFindings(page)).toEqual([]);
  const sent: string[] = [];
  page.context().on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  await leave();
  expect(sent.filter((each) => each.includes('confirmed'))).toEqual([]);
  expect(await count()).toBe(3);
});

it('deletes by the button, also by keyboard, and restores from the message', async () => {
  await page.getByRole('button', { name: 'Delete 1 submission' }).press('Enter');
  await page.getByRole('region', { name: 'Submissions' }).waitFor();
  expect(await count()).toBe(2);
  await page.getByRole('status').getByRole('link', { name: 'deleted submissions' }).press('Enter');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.getByRole('checkbox', { name: /^Select / }).press('Space');
  await page.getByRole('button', { name: 'Restore selected' }).press('Enter');
  await page.getByText('Restored. They are in the data again').waitFor();
  expect(await count()).toBe(3);
});
