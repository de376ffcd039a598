import type { Browser, Page } from 'playwright-core';
import { EXAMPLE_FORM } from '../../../src/domain/content/example-form';
import { standardiseContent } from '../../../src/domain/content/standard/standardise-content';
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

/** Name of the focused element of the table and how many of its corners are covered; undefined outside of the table. */
const COVERED = `(() => {
  const element = document.activeElement;
  if (element.closest('.grid table') === null) return undefined;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
  const middle = [(left + right) / 2, (top + bottom) / 2];
  // A little inside: round corners belong to what is below them.
  const covered = corners.filter(([x, y]) => {
    const shown = document.elementFromPoint(x + Math.sign(middle[0] - x) * 3, y + Math.sign(middle[1] - y) * 3);
    return shown === null || !(element.contains(shown) || shown.contains(element)) || shown.matches('.grid');
  });
  const name = element.getAttribute('aria-label') ?? element.textContent.trim();
  return { name, covered: covered.length };
})()`;

let app: TestApp;
let chromium: Browser;
let uid: string;
/** Has columns of all kinds, some with long names, and more than fit. */
let wide: string;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  for (let number = 0; number < ROWS; number += 1) await submit(app, uid);
  const content = standardiseContent(EXAMPLE_FORM, { assetType: 'survey', random: Math.random });
  ({ uid: wide } = await makeDeployedAsset(app, { name: 'Households', content }));
  for (let number = 0; number < 6; number += 1) {
    const answers = `<consent>yes</consent><member><member_name>Ben</member_name><member_age>7</member_age></member>`;
    await submit(app, wide, { answers });
  }
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

async function openTable(width: number, query = '?rows=50', form = uid): Promise<Page> {
  const context = await chromium.newContext({ viewport: { width, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${app.origin}/accounts/login/`);
  await page.getByLabel('Username').fill('owner');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/projects/');
  await page.goto(`${app.origin}/projects/${form}/data/${query}`);
  return page;
}

/** Phones fold the filters in the head. */
async function showFilters(page: Page): Promise<void> {
  const view = page.locator('summary', { hasText: 'View' });
  await view.click();
  await page.getByLabel('Show the filters').check();
  await view.click();
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

it.each([
  [390, 'Tab', '.grid'],
  [390, 'Shift+Tab', '.grid tbody tr:last-child a'],
  [1280, 'Tab', '.grid'],
  [1280, 'Shift+Tab', '.grid tbody tr:last-child a'],
])('covers nothing that has the focus at %i pixels with %s', async (width, key, first) => {
  const page = await openTable(width, '', wide);
  if (width === 390) await showFilters(page);
  await page.locator(first).last().focus();
  const seen: { name: string; covered: number }[] = [];
  for (;;) {
    await page.keyboard.press(key);
    const focused = await page.evaluate<{ name: string; covered: number } | undefined>(COVERED);
    if (focused === undefined) break;
    seen.push(focused);
  }
  expect(seen.length).toBeGreaterThan(60);
  expect(seen.filter(({ covered }) => covered > 0)).toEqual([]);
  await page.context().close();
});

describe('the controls above the table', () => {
  it.each([360, 390])('are one row at %i pixels, opened by keyboard, one group at a time', async (width) => {
    const page = await openTable(width, '?sort=-_submission_time');
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

  it('fold the filters in the head on a phone, unless some are set', async () => {
    const page = await openTable(390);
    const filter = page.getByLabel('Filter: Submitted by contains');
    expect(await filter.isVisible()).toBe(false);
    await showFilters(page);
    await filter.fill('owner');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/has\._submitted_by=owner/);
    expect(await filter.isVisible()).toBe(true);
    await page.context().close();
  });

  it('act at once, and the focus stays', async () => {
    const page = await openTable(1280);
    await page.getByLabel('Filter: Status').selectOption('validation_status_approved');
    await page.waitForURL(/is\._validation_status=validation_status_approved/);
    await page.getByText('No submission matches the filters.').waitFor();
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('is._validation_status');
    await page.getByLabel('Filter: Submitted by contains').fill('owner');
    await page.keyboard.press('Enter');
    await page.waitForURL(/has\._submitted_by=owner/);
    await page.context().close();
  });

  it('are all shown on a wide screen', async () => {
    const page = await openTable(1280);
    for (const name of ['Labels', 'Rows'])
      expect(await page.getByLabel(name, { exact: true }).isVisible()).toBe(true);
    for (const name of ['Show', 'Set status', 'Delete …'])
      expect(await page.getByRole('button', { name }).isVisible()).toBe(true);
    expect(await page.getByLabel('Filter: Submitted by contains').isVisible()).toBe(true);
    expect(await page.locator('summary', { hasText: 'View' }).isVisible()).toBe(false);
    expect(await page.getByLabel('Show the filters').isVisible()).toBe(false);
    await page.context().close();
  });
});
