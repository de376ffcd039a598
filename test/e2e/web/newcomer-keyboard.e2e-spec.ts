import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';

/** Controls between the current one and the next of the walk, at most. */
const MAX_TABS = 60;

let app: TestApp;
let chromium: Browser;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner', { superuser: true });
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

/** Name of the focused control: its label or text. */
const focusedName = (): Promise<string> =>
  page.evaluate<string>(`(() => {
    const { activeElement: it } = document;
    const labelledBy = it.getAttribute('aria-labelledby');
    const named = labelledBy === null ? null : document.getElementById(labelledBy);
    return (it.getAttribute('aria-label') ?? named?.textContent ?? it.labels?.[0]?.textContent ?? it.textContent ?? '').trim();
  })()`);

/** Presses Tab until the control with this name has the focus. */
async function tabTo(name: string | RegExp): Promise<void> {
  const isIt = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text));
  const passed: string[] = [];
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    await page.keyboard.press('Tab');
    const text = await focusedName();
    if (isIt(text)) return;
    passed.push(text.slice(0, 30));
  }
  throw new Error(`No focus on ${String(name)} at ${page.url()}; passed ${passed.join(' | ')}`);
}

async function follow(name: string | RegExp): Promise<void> {
  await tabTo(name);
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
}

it.each([1280, 390])(
  'a newcomer comes to a downloaded workbook by keyboard alone at %d pixels',
  async (width) => {
    const context = await chromium.newContext({ viewport: { width, height: 844 }, locale: 'en-GB' });
    page = await context.newPage();
    await page.goto(app.origin);
    await follow('Sign in');
    await tabTo('Username');
    await page.keyboard.type('owner');
    await tabTo('Password');
    await page.keyboard.type(PASSWORD);
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    await follow('New project');
    await follow('Use the example');
    await follow('Deploy');
    await page.getByText('The form was deployed').waitFor();
    await follow('Collect');
    await follow('Open the form');
    await page.locator('.odk-form').waitFor();
    await tabTo(/^(Yes|Do you agree)/);
    await page.keyboard.press('Space');
    await tabTo(/What is your name/);
    await page.keyboard.type('Asha');
    await tabTo(/How old are you/);
    await page.keyboard.type('34');
    await tabTo(/(^|\s)Name$/);
    await page.keyboard.type('Ben');
    await tabTo('Send');
    await page.keyboard.press('Enter');
    await page.locator('.result-dialog.done').waitFor();
    await page.goBack();
    await page.waitForURL('**/collect/');
    await follow('Downloads');
    await follow('Make the download');
    const link = page.locator('a[href*="/private-media/"]');
    await link.waitFor();
    await tabTo((await link.first().textContent())!.trim());
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    const { sheets } = await readXlsx(await readFile(await download.path()));
    expect(JSON.stringify(sheets[0]!.rows)).toContain('Asha');
    await context.close();
  },
);
