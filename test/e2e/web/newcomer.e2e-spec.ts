import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';

const MAX_CLICKS = 40;

let app: TestApp;
let chromium: Browser;
let context: BrowserContext;
let page: Page;
let clicks: number;
let problems: string[];

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner', { superuser: true });
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});
afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

async function open(options: BrowserContextOptions = {}): Promise<void> {
  context = await chromium.newContext(options);
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  clicks = 0;
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text());
  });
}

async function click(name: string, { exact = true } = {}): Promise<void> {
  clicks += 1;
  const target = page.getByRole('link', { name, exact }).or(page.getByRole('button', { name, exact }));
  await target.first().click();
  await page.waitForLoadState();
}

/** Checks each page of the walk: accessible, no wider than the window. */
async function check(): Promise<void> {
  expect(await seriousFindings(page)).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflow).toBeLessThanOrEqual(0);
}

async function signIn(): Promise<void> {
  await page.goto(app.origin);
  await click('Sign in');
  await page.getByLabel('Username').fill('owner');
  await page.getByLabel('Password').fill(PASSWORD);
  clicks += 1;
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForLoadState();
}

/** From sign-in to a deployed example. @returns its uid */
async function deployExample(): Promise<string> {
  await signIn();
  await click('New project');
  await check();
  await click('Use the example');
  await check();
  await click('Deploy');
  expect(await page.textContent('main')).toContain('The form was deployed');
  return /\/projects\/(a\w{21})\//.exec(page.url())![1]!;
}

describe.each<[string, BrowserContextOptions]>([
  ['at 1280 pixels', { viewport: { width: 1280, height: 800 } }],
  ['at 390 pixels, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['without scripts', { javaScriptEnabled: false }],
])('a newcomer %s', (_, options) => {
  it('comes from the first page to a downloaded workbook by links and buttons', async () => {
    await open(options);
    const hasScripts = options.javaScriptEnabled !== false;
    const checkPage = hasScripts ? check : async () => undefined;
    const uid = hasScripts ? await deployExample() : await deployWithoutChecks();
    await click('Collect');
    await checkPage();
    if (hasScripts) await fillIn();
    else await workWithForms(uid);
    await click('Summary');
    await checkPage();
    await click('Downloads');
    await checkPage();
    await click('Make the download');
    const link = page.locator('a[href*="/private-media/"]');
    await link.waitFor();
    await checkPage();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    clicks += 1;
    const { sheets } = await readXlsx(await readFile(await download.path()));
    expect(JSON.stringify(sheets[0]!.rows)).toContain('Asha');
    expect(clicks).toBeLessThan(MAX_CLICKS);
  });
});

/** Fills in the form in the browser, and comes back. */
async function fillIn(): Promise<void> {
  await click('Open the form');
  await page.getByText('Yes', { exact: true }).first().click();
  await page.getByLabel('What is your name?').fill('Asha');
  await page.getByLabel('How old are you?').pressSequentially('34');
  await page.getByRole('textbox', { name: /(^|\s)Name$/ }).fill('Ben');
  clicks += 4;
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  clicks += 1;
  await page.locator('.result-dialog.done').waitFor();
  await page.goBack();
  await page.waitForLoadState();
}

/** Sends a submission as an app does, since a form in a browser needs scripts; then duplicates and approves it by forms. */
async function workWithForms(uid: string): Promise<void> {
  expect(await page.innerText('main')).toContain('The form in a browser needs JavaScript.');
  await submit(app, uid, { answers: '<respondent><full_name>Asha</full_name></respondent>' });
  await click('Data');
  await page.locator('tbody tr').getByRole('link').first().click();
  clicks += 1;
  await page.waitForLoadState();
  expect(await page.innerText('main')).toContain('which needs JavaScript');
  await click('Duplicate');
  await page.locator('select[name=status]').selectOption({ label: 'Approved' });
  await click('Set status');
  await click('Data');
  await page.locator('.filter:has(select[name="is._validation_status"]) > summary').click();
  await page.locator('select[name="is._validation_status"]').selectOption({ label: 'Approved' });
  await click('Show');
  expect(await page.locator('tbody tr').count()).toBe(1);
  expect(await page.textContent('tbody')).toContain('Asha');
}

async function deployWithoutChecks(): Promise<string> {
  await signIn();
  await click('New project');
  await click('Use the example');
  await click('Deploy');
  return /\/projects\/(a\w{21})\//.exec(page.url())![1]!;
}

describe('pages', () => {
  it('have no serious finding of axe', async () => {
    await open();
    const uid = await deployExample();
    for (const path of [
      '/projects/',
      '/projects/?q=nothing-like-this',
      '/library/',
      '/token/',
      `/projects/${uid}/`,
      `/projects/${uid}/form/`,
      `/projects/${uid}/collect/senders/`,
    ]) {
      await page.goto(app.origin + path);
      await check();
    }
  });

  it('work by keyboard alone', async () => {
    await open();
    await signIn();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
    for (let presses = 0; presses < 20 && (await focused()) !== 'New project'; presses += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/projects/new/');
  });

  it('show the problems of a dropped file', async () => {
    await open();
    await signIn();
    await click('New project');
    await page.setInputFiles('input[type=file]', {
      name: 'broken.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('type,name,label,relevant\ntext,a,A,${gone} = 1\n'),
    });
    await click('Create project');
    await page.getByText('it has one problem').waitFor();
    expect(await page.textContent('main')).toContain('${gone} = 1');
    await check();
  });
});
