import type { Browser } from 'playwright-core';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';

const ROWS = 40;

/** Name of the row whose link has the focus, or what covers it. */
const FOCUSED = `(() => {
  const link = document.activeElement;
  const { x, y, width, height } = link.getBoundingClientRect();
  const shown = document.elementFromPoint(x + width / 2, y + height / 2);
  return link.contains(shown) ? link.textContent : link.textContent + ' below ' + shown?.parentElement?.className;
})()`;

let app: TestApp;
let chromium: Browser;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  for (let number = 0; number < ROWS; number += 1) await submit(app, uid);
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

it.each([1280, 390])('keeps the focus below the head of the table at %i pixels', async (width) => {
  const context = await chromium.newContext({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${app.origin}/accounts/login/`);
  await page.getByLabel('Username').fill('owner');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/projects/');
  await page.goto(`${app.origin}/projects/${uid}/data/?rows=50`);
  const links = page.locator('.grid tbody th a');
  const names = await links.allTextContents();
  await links.last().focus();
  const seen: string[] = [];
  while (seen.length < ROWS) {
    seen.push(await page.evaluate<string>(FOCUSED));
    // The link of a row comes after its checkbox.
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Shift+Tab');
  }
  expect(seen).toEqual(names.reverse());
  await context.close();
});
