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

  it('are gone with a repeat that is removed, also before it was sent', async () => {
    const survey = [
      { type: 'begin_repeat', name: 'r', label: 'Repeat' },
      { type: 'file', name: 'paper', label: 'The paper' },
      { type: 'end_repeat' },
    ];
    const { uid } = await makeDeployedAsset(app, {
      name: 'Papers',
      content: { survey, choices: [], settings: {} },
    });
    const visit = await FormVisit.start(app, browser);
    const { page } = visit;
    await visit.signIn('owner');
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add Repeat' }).click();
      const file = { name, mimeType: 'text/plain', buffer: Buffer.from(name) };
      await page.locator('input[type=file]').last().setInputFiles(file);
    };
    const removeLast = async (): Promise<void> => {
      await page.locator('.button-menu').last().click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
    };
    const files = async (): Promise<unknown> => {
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
      const [{ _attachments: stored, _id: id }] = (
        body as { results: [{ _attachments: { media_file_basename: string }[]; _id: number }] }
      ).results;
      return { id, names: stored.map((each) => each.media_file_basename) };
    };
    await visit.openForm(`/web-forms/${uid}/`);
    await choose('one.txt');
    await choose('second.txt');
    await choose('not sent.txt');
    await removeLast();
    await visit.send();
    await visit.notice('Sent. Thank you!');
    const sent = (await files()) as { id: number; names: string[] };
    expect([...sent.names].sort()).toEqual(['one.txt', 'second.txt']);
    await visit.openForm(`/web-forms/${uid}/edit/${sent.id}/`);
    await removeLast();
    await visit.send();
    await page.getByText('The changes are saved.').waitFor();
    expect(await files()).toMatchObject({ names: ['one.txt'] });
    await visit.close();
  });

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
