import type { Browser, Page } from 'playwright-core';
import { EXAMPLE_FORM } from '../../../src/domain/content/example-form';
import { standardiseContent } from '../../../src/domain/content/standard/standardise-content';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';

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
  await signInPage(page, app);
  await page.goto(`${app.origin}/projects/${form}/data/${query}`);
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

it.each([
  [390, 'Tab', '.grid'],
  [390, 'Shift+Tab', '.grid tbody tr:last-child a'],
  [1280, 'Tab', '.grid'],
  [1280, 'Shift+Tab', '.grid tbody tr:last-child a'],
])('covers nothing that has the focus at %i pixels with %s', async (width, key, first) => {
  const page = await openTable(width, '', wide);
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
  it.each([360, 390])('are one row at %i pixels, opened by keyboard', async (width) => {
    const page = await openTable(width, '?sort=-_submission_time');
    const parts = page.locator('.view > strong, .view > a, .view summary.button:visible');
    const boxes = await Promise.all((await parts.all()).map((part) => part.boundingBox()));
    const middles = boxes.map((box) => Math.round((box!.y + box!.height / 2) / 10));
    expect(await parts.allInnerTexts()).toEqual(['40 submissions', 'Reset', 'View']);
    expect(new Set(middles).size).toBe(1);
    const rows = page.locator('.grid tbody tr');
    expect((await rows.nth(2).boundingBox())!.y).toBeLessThan(844);
    const labels = page.getByLabel('Labels');
    expect(await labels.isVisible()).toBe(false);
    await page.locator('summary', { hasText: 'View' }).focus();
    await page.keyboard.press('Enter');
    expect(await labels.isVisible()).toBe(true);
    await page.context().close();
  });

  it('offer changes at the bottom of a phone, over nothing that moves', async () => {
    const page = await openTable(390);
    const [first] = await page.locator('.grid tbody tr').all();
    const before = await first!.boundingBox();
    await first!.getByRole('checkbox').check();
    const status = page.getByRole('button', { name: 'Set status' });
    expect((await status.boundingBox())!.y).toBeGreaterThan(700);
    expect(await first!.boundingBox()).toEqual(before);
    await page.context().close();
  });

  it.each([1280, 390])('fold each filter behind an icon of its column at %i pixels', async (width) => {
    const page = await openTable(width);
    const filter = page.getByLabel('Filter: Submitted by contains');
    expect(await filter.isVisible()).toBe(false);
    await page.locator('summary[aria-label="Filter: Submitted by"]').press('Enter');
    await page.locator('input[aria-label="Filter: Submitted by contains"]:focus').waitFor();
    await page.keyboard.type('owner');
    expect(await filter.inputValue()).toBe('owner');
    await page.keyboard.press('Escape');
    expect(await filter.isVisible()).toBe(false);
    expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Filter: Submitted by');
    await page.keyboard.press('Space');
    await page.locator('input[aria-label="Filter: Submitted by contains"]:focus').waitFor();
    await page.keyboard.type('owner');
    await page.locator('.filter[open]').getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/has\._submitted_by=owner/);
    expect(await page.locator('summary[aria-label="Filtered: Submitted by"]').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Remove the filter Submitted by: “owner”' }).click();
    await page.waitForURL((url) => url.search === '');
    await page.context().close();
  });

  it('act at once, and the focus stays', async () => {
    const page = await openTable(1280);
    await page.locator('summary[aria-label="Filter: Status"]').click();
    await page.locator('select[aria-label="Filter: Status"]').selectOption('validation_status_approved');
    await page.waitForURL(/is\._validation_status=validation_status_approved/);
    await page.getByText('No submission matches the filters.').waitFor();
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('is._validation_status');
    await page.locator('summary[aria-label="Filter: Submitted by"]').click();
    await page.getByLabel('Filter: Submitted by contains').fill('owner');
    await page.keyboard.press('Enter');
    await page.waitForURL(/has\._submitted_by=owner/);
    await page.context().close();
  });

  it('are all shown on a wide screen, in one line', async () => {
    const page = await openTable(1280);
    const columns = page.locator('summary', { hasText: 'Columns (' });
    const fields = [
      page.getByText('40 submissions'),
      columns,
      ...['Labels', 'Rows'].map((name) => page.getByLabel(name, { exact: true })),
    ];
    const middles = await Promise.all(
      fields.map(async (field) => {
        const { y, height } = (await field.boundingBox())!;
        return y + height / 2;
      }),
    );
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
    expect(await page.locator('summary', { hasText: 'View' }).isVisible()).toBe(false);
    await page.context().close();
  });

  it('have a list of columns that can be searched, and applies when it is closed', async () => {
    const page = await openTable(1280);
    await page.locator('summary', { hasText: 'Columns (' }).click();
    const boxes = page.locator('.columns-choice input[type=checkbox]');
    const count = await boxes.count();
    await page.locator('#find-column:focus').waitFor();
    await page.keyboard.type('aGe');
    expect(await boxes.filter({ visible: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'None', exact: true }).click();
    await page.getByLabel('Find a column').fill('');
    expect(await page.locator('.columns-choice input:checked').count()).toBe(count - 1);
    await page.keyboard.press('Escape');
    await page.waitForURL(/c=/);
    expect(await page.locator('summary', { hasText: 'Columns (' }).innerText()).toContain(
      `(${count - 1} of ${count})`,
    );
    await page.goto(`${app.origin}/projects/${uid}/map/`);
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    expect(await page.locator('summary', { hasText: 'Columns (' }).innerText()).toContain(
      `(${count - 1} of ${count})`,
    );
    await page.context().close();
  });
});

describe('the rows', () => {
  it.each([
    ['', 1280],
    ['', 390],
    ['sort=respondent/age&is.consent=yes', 1280],
  ])('begin high on the page and have one height: %s at %i pixels', async (query, width) => {
    const page = await openTable(width, `?${query}`, wide);
    await page.setViewportSize({ width, height: 800 });
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.grid tbody tr:not(tr tr)')].map((row) => row.getBoundingClientRect().height)`,
    );
    expect(new Set(heights)).toEqual(new Set([38]));
    const { y, height } = (await page.locator('.grid tbody tr').first().boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(width === 1280 ? 300 : 480);
    const heads = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.grid > table > thead > tr:last-child > th')].map((head) => head.getBoundingClientRect().height)`,
    );
    expect(Math.max(...heads)).toBeLessThan(40);
    const titles = await page
      .locator('.grid > table > thead th > a')
      .evaluateAll((links) => links.map((link) => [link.textContent, link.title]));
    for (const [text, title] of titles) expect(text).toContain(title);
    await page.context().close();
  });
});

describe('the pages of the table', () => {
  it('are reached by number, and from either end', async () => {
    const page = await openTable(1280, '?rows=25');
    const pager = page.getByRole('navigation', { name: 'Pages' });
    const ids = () => page.locator('.grid tbody th a').allInnerTexts();
    const first = await ids();
    await pager.getByRole('link', { name: 'Last' }).click();
    await pager.getByText('26 to 40 of 40').waitFor();
    expect(await ids()).toHaveLength(15);
    await pager.getByRole('spinbutton', { name: 'Page' }).fill('1');
    await page.keyboard.press('Enter');
    await pager.getByText('1 to 25 of 40').waitFor();
    expect(await ids()).toEqual(first);
    await page.goto(`${app.origin}/projects/${uid}/data/?rows=25&page=99`);
    expect(new URL(page.url()).search).toBe('?rows=25&start=25');
    await pager.getByRole('link', { name: 'First' }).click();
    await pager.getByText('1 to 25 of 40').waitFor();
    await page.context().close();
  });
});
