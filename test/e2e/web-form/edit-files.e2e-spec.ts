import type { Browser, Page } from 'playwright-core';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

describe('files of a submission that is edited', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  /** Changes a submission of these answers on its page. @returns its XML then, without white space around elements */
  async function editAs(uid: string, answers: string, change: (page: Page) => Promise<void>) {
    const id = await submit(app, uid, { answers });
    const path = `/api/v2/assets/${uid}/data/${id}`;
    const { url } = (await app.as('owner').get(`${path}/enketo/edit/`).expect(200)).body as { url: string };
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('owner');
    await visit.openForm(url);
    await change(visit.page);
    await visit.send();
    await visit.page.locator('.confirmation').getByText('The changes are saved.').waitFor();
    await visit.close();
    const { text } = await app.as('owner').get(`${path}.xml`).expect(200);
    return text.replaceAll(/>\s+</g, '><');
  }

  it('keep their names if they did not arrive, also where one is required', async () => {
    const files = ['image', 'file', 'audio'].map((type) => ({ type, name: type, label: `The ${type}` }));
    const survey = [
      { type: 'text', name: 'name', label: 'Name' },
      { ...files[0]!, required: true },
      ...files.slice(1),
      { type: 'begin_repeat', name: 'r', label: 'Repeat' },
      { ...files[0]!, name: 'inner' },
      { type: 'end_repeat' },
    ];
    const { uid } = await makeDeployedAsset(app, {
      name: 'Files',
      content: { survey, choices: [], settings: {} },
    });
    const answers =
      '<name>Asha</name><image>late.jpg</image><file>late &amp; "1".pdf</file><audio/>' +
      '<r><inner>one.jpg</inner></r><r><inner/></r>';
    const xml = await editAs(uid, answers, async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Rehema');
      await page
        .locator('.question-container')
        .filter({ hasText: 'The file' })
        .locator('input[type=file]')
        .setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer: Buffer.from('new') });
    });
    expect(xml).toContain('<name>Rehema</name><image>late.jpg</image><file>');
    expect(xml).toMatch(/<file>\d+\.pdf<\/file><audio\/>/);
    expect(xml).toContain('<r><inner>one.jpg</inner></r><r><inner/></r>');
  });
});
