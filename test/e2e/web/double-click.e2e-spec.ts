import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';

let app: TestApp;
let chromium: Browser;
let page: Page;
let uid: string;
let id: number;

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
  ({ uid } = await makeDeployedAsset(app));
  await submit(app, uid);
  id = (await list<{ _id: number }>('data/'))[0]!._id;
  page = await (await chromium.newContext()).newPage();
  await signInPage(page, app, { next: `/projects/${uid}/data/${id}/` });
});
afterEach(() => page.context().close());

/** Presses a button twice while the response to the first press is under way. */
async function pressTwice(button: Locator): Promise<void> {
  await page.route('**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    await pause(600);
    await route.fulfill({ response }).catch(() => undefined);
  });
  await button.dblclick({ delay: 50, noWaitAfter: true });
}

async function list<Item>(path: string): Promise<readonly Item[]> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/${path}`).expect(200);
  return (body as { results: readonly Item[] }).results;
}

it('stores one copy of a submission', async () => {
  await pressTwice(page.getByRole('button', { name: 'Duplicate' }));
  await page.waitForURL(/done=duplicated/);
  expect(await list('data/')).toHaveLength(2);
});

it('stores a note once, and again after going back', async () => {
  const send = async () => {
    await page.getByLabel('New note').fill('Call her');
    await pressTwice(page.getByRole('button', { name: 'Add note' }));
    await page.waitForURL(/done=noted/);
  };
  await send();
  expect(await list(`data/${id}/notes/`)).toHaveLength(1);
  await page.goBack();
  await send();
  expect(await list(`data/${id}/notes/`)).toHaveLength(2);
});

it('edits many once', async () => {
  await page.goto(`${app.origin}/projects/${uid}/data/`);
  await page.getByRole('checkbox', { name: /^Select / }).check();
  await page.getByRole('button', { name: 'Edit …' }).click();
  await page.locator('select[name=question]').selectOption('person/name');
  await page.getByRole('main').locator('form button').first().click();
  await page.locator('[name=answer]').fill('Bo');
  await pressTwice(page.getByRole('main').locator('form button').last());
  await page.getByRole('region', { name: 'Submissions' }).waitFor();
  expect(await list(`data/${id}/history/`)).toHaveLength(1);
});
