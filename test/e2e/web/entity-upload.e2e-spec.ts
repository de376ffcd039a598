import type { Browser, Page } from 'playwright-core';
import { findList, makeRegistration } from '../../factories/entity.factory';
import { startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';

const MAX_UPLOAD_BYTES = 2_000_000;

describe('upload of a list in a browser', () => {
  let app: TestApp;
  let chromium: Browser;
  let page: Page;
  let path: string;

  beforeAll(async () => {
    app = await startApp({ environment: { MAX_UPLOAD_BYTES: String(MAX_UPLOAD_BYTES) } });
    await app.addUser('owner');
    chromium = await launchChromium();
    await makeRegistration(app);
    path = `/library/lists/${(await findList(app)).uid}/upload/`;
    page = await (await chromium.newContext()).newPage();
    await signInPage(page, app, { next: path });
  });
  afterAll(async () => {
    await chromium.close();
    await app.stop();
  });

  const choose = (text: string) =>
    page.setInputFiles('#file', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  /** Submits without leaving the page, as it is while the request runs. */
  const press = async (name: string, status: string) => {
    await page.evaluate(`document.addEventListener('submit', (event) => event.preventDefault())`);
    const button = page.getByRole('button', { name });
    await button.click();
    await page.getByRole('status').filter({ hasText: status }).waitFor();
    expect(await button.isDisabled()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await page.evaluate(`void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    expect(await button.isEnabled()).toBe(true);
    expect(await page.getByText(status).count()).toBe(0);
  };

  it('refuses a file that is too large before it is sent', async () => {
    await choose(`label\n${'x'.repeat(MAX_UPLOAD_BYTES)}`);
    const message = () => page.evaluate(`document.querySelector('#file').validationMessage`);
    expect(await message()).toBe('The file is larger than 2 MB. Upload it in parts.');
    await choose('label\nAsha\nBaraka\n');
    expect(await message()).toBe('');
  });

  it('says that it works, and is not sent again meanwhile', async () => {
    await press('Show what becomes of the rows', 'The file is being read.');
    await page.goto(app.origin + path);
    await choose('label\nAsha\nBaraka\n');
    await page.getByRole('button', { name: 'Show what becomes of the rows' }).click();
    await press('Add 2 entries', 'The rows are being stored.');
    expect(await findList(app)).toMatchObject({ entities_count: 0 });
  });

  it('stores the rows of the preview', async () => {
    await page.goto(app.origin + path);
    await choose('label\nAsha\nBaraka\n');
    await page.getByRole('button', { name: 'Show what becomes of the rows' }).click();
    await page.getByRole('button', { name: 'Add 2 entries' }).click();
    await page.getByText('2 entries were added').waitFor();
    expect(await findList(app)).toMatchObject({ entities_count: 2 });
  });
});
