import type { Browser, Page } from 'playwright-core';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { eventually } from '../../support/eventually';

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
  await page.goto(`${app.origin}/accounts/login/?next=/projects/${uid}/data/`);
  await page.getByLabel('Username').fill('owner');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
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

it('keeps the submission after a click on Undo, which has the focus', async () => {
  await page.clock.runFor(5_000);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Submissions' }).waitFor();
  await page.clock.runFor(20_000);
  expect(await count()).toBe(3);
});

it('deletes after ten seconds', async () => {
  await page.clock.runFor(9_000);
  expect(await count()).toBe(3);
  await page.clock.runFor(2_000);
  await page.getByRole('region', { name: 'Submissions' }).waitFor();
  expect(await count()).toBe(2);
});

it('deletes when the page is left', async () => {
  await page.getByRole('link', { name: 'Summary' }).click();
  expect(await eventually(count, (left) => left < 3)).toBe(2);
});
