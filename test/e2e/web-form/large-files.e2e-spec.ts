import type { Browser } from 'playwright-core';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const MEGABYTE = 1024 * 1024;
const CONTENT = {
  survey: [
    { type: 'text', name: 'name', label: 'Name' },
    { type: 'file', name: 'paper', label: 'Paper' },
  ],
  choices: [],
  settings: {},
};

describe('a file that is larger than the service takes', () => {
  let app: TestApp;
  let browser: Browser;
  let uid: string;
  beforeAll(async () => {
    app = await startApp({ environment: { MAX_UPLOAD_BYTES: String(2 * MEGABYTE) } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app, { name: 'Papers', content: CONTENT }));
    await grant(app, uid, ANONYMOUS, ['add_submissions']);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  it.each(['/web-forms/', '/web-forms/offline/'])('is named before it is sent, below %s', async (path) => {
    const visit = await FormVisit.start(app, browser);
    const { page } = visit;
    await visit.openForm(`${path}${uid}/`);
    await page.getByLabel('Name').fill('Asha');
    const file = { mimeType: 'application/pdf', buffer: Buffer.alloc(2 * MEGABYTE + 1) };
    await page.locator('input[type=file]').setInputFiles({ ...file, name: 'large.pdf' });
    await visit.send();
    await page.getByText('The file large.pdf is larger than 2 MB and cannot be sent.').waitFor();
    await page.getByRole('button', { name: 'Back to the form' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Asha');
    const small = { ...file, name: 'small.pdf', buffer: Buffer.from('small') };
    await page.locator('input[type=file]').setInputFiles(small);
    await visit.send();
    await page.getByText(/^(Sent\.|The submission is stored)/).waitFor();
    await visit.close();
  });
});
