import type { Browser as Chromium, Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { Browser } from '../../support/browser';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';
import { HOSTILE, WellsTable } from './wells-table';

let app: TestApp;
let chromium: Chromium;
let wells: WellsTable;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted']) await app.addUser(name);
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});
beforeEach(async () => {
  wells = await WellsTable.make(app);
});

const signedIn = (username: string) => Browser.signedIn(app, username);

const table = (below = ''): string => wells.path(below);

describe('a cell of the table', () => {
  let page: Page;

  beforeEach(async () => {
    page = await (await chromium.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await signInPage(page, app, { next: table() });
    await page.getByRole('region', { name: 'Submissions' }).waitFor();
  });
  afterEach(() => page.context().close());

  const cell = (row: number, column: number) =>
    page.locator('.grid > table > tbody > tr').nth(row).locator(':scope > *').nth(column);
  const editor = () => page.locator('dialog.editor');
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Row and column of the focus. */
  const place = (): Promise<number[]> =>
    page.evaluate<number[]>(
      `(() => { const cell = document.activeElement.closest('td, th'); return [cell.parentElement.sectionRowIndex, cell.cellIndex]; })()`,
    );

  it('is reached by arrows, edited by Enter, and left by Escape', async () => {
    await page.locator('.grid').focus();
    await press('ArrowDown');
    expect(await place()).toEqual([0, 0]);
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown');
    expect(await place()).toEqual([1, 3]);
    await press('Space');
    expect(await cell(1, 0).getByRole('checkbox').isChecked()).toBe(true);
    await press('Space', 'Enter');
    await editor().getByLabel('Age').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.type('x');
    await press('Enter');
    await editor().getByText('Enter a whole number.').waitFor();
    await page.keyboard.type('41');
    await press('Enter');
    await editor().waitFor({ state: 'detached' });
    expect(await cell(1, 3).innerText()).toBe('41');
    expect(await place()).toEqual([1, 3]);
    expect((await wells.answersOf(wells.ids[1]!))['age']).toBe('41');
    await press('Enter');
    await editor().waitFor();
    await press('Escape');
    await editor().waitFor({ state: 'detached' });
    expect(await place()).toEqual([1, 3]);
    await press('Home', 'ArrowUp', 'End');
    expect(await place()).toEqual([
      0,
      (await page.locator('.grid > table > thead > tr:last-child > th').count()) - 1,
    ]);
    await press('Escape');
    expect(await page.evaluate<boolean>(`document.activeElement.matches('.grid')`)).toBe(true);
  });

  it('has a closed list, shows its whole text, and hostile answers as text', async () => {
    await cell(0, 6).dblclick();
    await editor().getByLabel('Source').selectOption({ label: HOSTILE });
    await editor().getByRole('button', { name: 'Save' }).click();
    await editor().waitFor({ state: 'detached' });
    expect(await cell(0, 6).innerText()).toBe(HOSTILE);
    await cell(0, 2).click();
    await cell(0, 2).click();
    const long = `${HOSTILE} ${'words '.repeat(25)}`.trim();
    await editor().getByLabel(HOSTILE).fill(long);
    await press('Enter');
    await editor().waitFor({ state: 'detached' });
    expect(await page.locator('.whole-text').innerText()).toBe(long);
    expect((await cell(0, 2).boundingBox())!.height).toBe(38);
    await press('ArrowRight');
    expect(await page.locator('.whole-text').count()).toBe(0);
    await cell(0, 2).hover();
    expect(await cell(0, 2).getAttribute('title')).toBe(long);
  });

  it('says who changed the answer meanwhile', async () => {
    await cell(0, 3).dblclick();
    await editor().getByLabel('Age').waitFor();
    const granted = await signedIn('granted');
    await granted.submit(
      wells.answerPath(wells.ids[0]!, 'age'),
      { answer: '55' },
      table(`${wells.ids[0]}/answer/`),
    );
    await page.keyboard.type('34');
    await press('Enter');
    await editor()
      .getByText(/granted changed this answer/)
      .waitFor();
    expect(await editor().getByLabel('Age').inputValue()).toBe('34');
    await editor().getByRole('button', { name: 'Save anyway' }).click();
    await editor().waitFor({ state: 'detached' });
    expect(await cell(0, 3).innerText()).toBe('34');
  });

  it('is edited with others from the tool bar', async () => {
    await page.getByLabel('All rows').check();
    await page.getByRole('button', { name: 'Edit …' }).click();
    await page.getByLabel('Question').selectOption({ label: 'Day' });
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Day').fill('2026-03-01');
    await page.getByRole('button', { name: 'Set the answer of 3 submissions' }).click();
    await page.getByText('The answer of 3 submissions was set.').waitFor();
    expect(await cell(2, 5).innerText()).toBe('2026-03-01');
  });
});
