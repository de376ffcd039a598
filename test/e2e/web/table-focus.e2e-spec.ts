import type { Browser, Page } from 'playwright-core';
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

async function openTable(width: number, query = '?rows=50'): Promise<Page> {
  const context = await chromium.newContext({ viewport: { width, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${app.origin}/accounts/login/`);
  await page.getByLabel('Username').fill('owner');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/projects/');
  await page.goto(`${app.origin}/projects/${uid}/data/${query}`);
  return page;
}

it.each([1280, 390])('keeps the focus below the head of the table at %i pixels', async (width) => {
  const page = await openTable(width);
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
  await page.context().close();
});

describe('the controls above the table', () => {
  it('are one row on a phone, opened by keyboard, one group at a time', async () => {
    const page = await openTable(390, '?sort=-_submission_time');
    const buttons = page.locator('.controls').locator('summary.button:visible, form > button, form > a');
    const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
    const middles = boxes.map((box) => Math.round((box!.y + box!.height / 2) / 10));
    expect(await buttons.allInnerTexts()).toEqual(['View', 'Show', 'Reset', 'Change']);
    expect(new Set(middles).size).toBe(1);
    const rows = page.locator('.grid tbody tr');
    expect((await rows.nth(2).boundingBox())!.y).toBeLessThan(844);
    const labels = page.getByLabel('Labels');
    const status = page.getByRole('button', { name: 'Set status' });
    expect([await labels.isVisible(), await status.isVisible()]).toEqual([false, false]);
    await page.locator('summary', { hasText: 'View' }).focus();
    await page.keyboard.press('Enter');
    expect([await labels.isVisible(), await status.isVisible()]).toEqual([true, false]);
    await page.locator('summary', { hasText: 'Change' }).focus();
    await page.keyboard.press('Space');
    expect([await labels.isVisible(), await status.isVisible()]).toEqual([false, true]);
    await page.context().close();
  });

  it('are all shown on a wide screen', async () => {
    const page = await openTable(1280);
    for (const name of ['Labels', 'Rows'])
      expect(await page.getByLabel(name, { exact: true }).isVisible()).toBe(true);
    for (const name of ['Show', 'Set status', 'Delete …'])
      expect(await page.getByRole('button', { name }).isVisible()).toBe(true);
    expect(await page.locator('summary', { hasText: 'View' }).isVisible()).toBe(false);
    await page.context().close();
  });
});
