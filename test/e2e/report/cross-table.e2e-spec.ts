import { readFileSync } from 'node:fs';
import type { Browser as Chromium, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';

const HOSTILE = '=1+1 <img src=x onerror=alert(1)>';
const CONTENT = {
  survey: [
    { type: 'select_one', select_from_list_name: 'region', name: 'region', label: ['Region'] },
    { type: 'select_multiple', select_from_list_name: 'water', name: 'water', label: ['Water'] },
    { type: 'integer', name: 'age', label: ['Age'] },
  ],
  choices: [
    ...['north', 'south', 'a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ({
      list_name: 'region',
      name,
      label: [name.toUpperCase()],
    })),
    { list_name: 'water', name: 'tap', label: [HOSTILE] },
    { list_name: 'water', name: 'well', label: ['Well'] },
  ],
  translations: [null],
};

let app: TestApp;
let chromium: Chromium;
let page: Page;
let uid: string;
const problems: string[] = [];

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT }));
  const answers = [
    ...['north well', 'north well', 'north tap well', 'south tap'],
    ...['a1 tap', 'a2 tap', 'a3 tap', 'a4 tap', 'a5 tap'],
  ];
  for (const [index, text] of answers.entries()) {
    const [region, ...water] = text.split(' ');
    await submit(app, uid, {
      answers: `<region>${region}</region><water>${water.join(' ')}</water><age>${index}</age>`,
    });
  }
  await submit(app, uid, { answers: '<water>well</water>' });
  chromium = await launchChromium();
  page = await (await chromium.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => problems.push(message.text()));
  page.on('dialog', (dialog) => problems.push(dialog.message()));
  await signInPage(page, app, { next: `/projects/${uid}/reports/` });
  await page.waitForURL('**/reports/');
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});
afterEach(() => expect(problems.splice(0)).toEqual([]));

const open = (query = '') => page.goto(`${app.origin}/projects/${uid}/reports/${query}`);
const rowsOf = async (table: Locator): Promise<string[]> =>
  (await table.getByRole('row').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());

describe('a cross-table', () => {
  it('counts two questions, chosen in its form', async () => {
    await open();
    await page.getByRole('link', { name: 'Cross-table' }).click();
    await page.getByLabel('Rows').selectOption({ label: 'Water' });
    await page.getByLabel('Columns').selectOption({ label: 'Region' });
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await rowsOf(page.getByRole('table'))).toEqual([
      'Water NORTH SOUTH A1 A2 A3 A4 A5 Total',
      `${HOSTILE} 1 1 1 1 1 1 1 7`,
      'Well 3 0 0 0 0 0 0 3',
      'Total 3 1 1 1 1 1 1 9',
    ]);
    await page.getByLabel('Cells').selectOption({ label: 'Percentages of each column' });
    await page.getByRole('button', { name: 'Show' }).click();
    const rows = await rowsOf(page.getByRole('table'));
    expect(rows[1]).toMatch(/33.3 % 100 % 100 %/);
    expect(rows[2]).toMatch(/^Well 100 % 0 %/);
    await page.getByLabel('Cells').selectOption({ label: 'Percentages of each row' });
    await page.getByRole('button', { name: 'Show' }).click();
    expect((await rowsOf(page.getByRole('table')))[1]).toMatch(/14.3 % 14.3 %/);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('says what is missing, without an error', async () => {
    for (const query of ['?rows=&columns=', '?rows=region&columns=region', '?rows=water']) {
      await open(query);
      await page.getByText('Two questions side by side').waitFor();
    }
  });
});

describe('the report', () => {
  it('folds its numbers, which print shows', async () => {
    await open();
    const table = page.getByRole('table', { name: 'Submissions by answer' }).first();
    expect(await table.isVisible()).toBe(false);
    await page.getByText('Numbers', { exact: true }).nth(1).click();
    expect(await table.isVisible()).toBe(true);
    await open();
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    expect(await page.locator('details.numbers:not([open])').count()).toBe(0);
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    expect(await page.locator('details.numbers[open]').count()).toBe(0);
  });

  it('orders answers by number, or as in the form', async () => {
    await open('?names=region');
    const first = async (): Promise<string> => page.locator('.bars .label').first().innerHTML();
    expect(await first()).toBe('NORTH');
    await open('?names=water');
    expect(await first()).toContain('=1+1');
    await open('?names=region&split_by=&order=form');
    expect(await page.locator('.bars .label').allTextContents()).toEqual([
      ...['NORTH', 'SOUTH', 'A1', 'A2', 'A3', 'A4', 'A5'],
    ]);
  });

  it('finds questions', async () => {
    await open();
    await page.getByText('3 questions').click();
    await page.getByLabel('Search').fill('wat');
    await page.getByText('1 of 3 questions').waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Submissions over time',
      'Water',
    ]);
  });

  it('saves charts as SVG and PNG, and tables as CSV without formulas', async () => {
    await open('?names=water&split_by=region');
    const svg = await saved('SVG');
    expect(svg.name).toBe('Water.svg');
    const drawn = svg.bytes.toString();
    expect(drawn).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(drawn).toContain('NORTH');
    expect(drawn).not.toMatch(/class="(series|bars)|<img|var\(/);
    const { data, info } = await sharp(svg.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width > 500, new Set(data).size > 3]).toEqual([true, true]);
    const png = await sharp((await saved('PNG')).bytes).metadata();
    expect([png.format, png.width]).toEqual(['png', info.width * 2]);
    const csv = (await saved('CSV')).bytes.toString();
    expect(csv.startsWith('\ufeff"Answer";"Submissions"')).toBe(true);
    expect(csv).toContain(`"'${HOSTILE}"`);
  });

  it.each([390, 1280])('fits a screen %i wide', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    for (const query of ['', '?rows=water&columns=region']) {
      await open(query);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await seriousFindings(page)).toEqual([]);
    }
  });
});

async function saved(kind: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Save as ${kind}: Water` }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
