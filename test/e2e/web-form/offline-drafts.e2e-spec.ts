import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { NAME, OfflineForm, PHOTO } from '../../factories/offline-form';

/** Expressions for pages, whose types these sources lack. */
const KEYS_OF_DRAFTS = `new Promise((resolve) => {
  indexedDB.open('web-forms').onsuccess = ({ target: { result } }) => {
    result.transaction('drafts').objectStore('drafts').getAllKeys().onsuccess = ({ target }) => resolve(target.result);
  };
})`;
const FILL_STORAGE = `IDBObjectStore.prototype.put = () => {
  throw new DOMException('Full.', 'QuotaExceededError');
}`;

describe('drafts of pages that work offline', () => {
  let app: TestApp;
  let browser: Browser;
  let form: OfflineForm;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'enumerator', 'other', 'stranger']) await app.addUser(name);
    browser = await launchChromium();
  });
  beforeEach(async () => {
    form = await OfflineForm.deploy(app);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  it('continue the draft of a page that was closed, with its files and its instanceID', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    await page.locator('input[type=file]').setInputFiles(PHOTO);
    await offline.answer('Asha');
    const ids = async (): Promise<string[]> => page.evaluate<string[]>(KEYS_OF_DRAFTS);
    const before = await ids();
    expect(before).toHaveLength(1);

    await page.reload();
    await visit.notice('You are continuing an unfinished draft.');
    expect(await page.getByLabel(NAME).inputValue()).toBe('Asha');
    await offline.answer('Asha Ali');
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(await ids()).toEqual([]);
    expect(await form.stored()).toMatchObject([
      { name: 'Asha Ali', 'meta/instanceID': before[0], _attachments: [{ mimetype: 'image/png' }] },
    ]);
    await visit.close();
  });

  it('are opened again, and sent, without the invisible characters of a pasted text', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    await offline.answer('Asha\u000bAli\u0007');
    await page.reload();
    await visit.notice('You are continuing an unfinished draft.');
    expect(await page.getByLabel(NAME).inputValue()).toBe('Asha Ali');
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(await form.stored()).toMatchObject([{ name: 'Asha Ali' }]);
    await visit.close();
  });

  it('put drafts aside under names, and delete them after a question', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    for (const name of ['First <b>house</b>', 'Second house']) {
      await offline.answer(name);
      await offline.openDetails('.offline-bar details');
      await page.getByLabel('Name of the draft').fill(name);
      await page.getByRole('button', { name: 'Put aside as a draft' }).click();
      await visit.notice('The draft is put aside.');
    }
    await offline.openDetails('.drafts');
    await page.getByRole('button', { name: 'Continue: First <b>house</b>' }).click();
    await visit.notice('You are continuing an unfinished draft.');
    expect(await page.getByLabel(NAME).inputValue()).toBe('First <b>house</b>');

    const questions: string[] = [];
    page.once('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole('button', { name: 'Delete: Second house' }).click();
    await page.getByText('Drafts (1)').waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete: Second house' }).click();
    await page.locator('.drafts').waitFor({ state: 'detached' });
    expect(questions).toEqual(['Delete the draft “Second house”? Its answers are lost.']);
    await visit.close();
  });

  it('finish a draft with the version it was begun with; the next submission has the new one', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    await offline.answer('Asha');
    await app
      .as('owner')
      .patch(`/api/v2/assets/${form.uid}/`)
      .send({ content: OfflineForm.content({ type: 'text', name: 'village', label: 'Village' }) })
      .expect(200);
    await form.deployment({ active: true, version_id: (await form.asset())['version_id'] as string });

    await page.reload();
    await visit.notice('A newer version of the form is ready.');
    expect(await page.getByLabel('Village').count()).toBe(0);
    await offline.answer('Asha Ali');
    await visit.send();
    await page.getByLabel('Village').fill('Moshi');
    await offline.answer('Juma');
    await visit.send();
    const [first, second] = await form.sent(2);
    expect(first).toMatchObject({ name: 'Asha Ali' });
    expect(second).toMatchObject({ name: 'Juma', village: 'Moshi' });
    expect(first!['__version__']).not.toBe(second!['__version__']);
    await visit.close();
  });

  it('keep the form open when the storage is full, and send it if they can', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    await page.evaluate(FILL_STORAGE);
    await page.context().setOffline(true);
    await page.getByLabel(NAME).fill('Asha');
    await visit.send();
    await visit.notice('The storage of this browser is full');
    await page.locator('.page-notice').getByRole('button', { name: 'Download' }).waitFor();
    expect(await page.getByLabel(NAME).inputValue()).toBe('Asha');

    await page.context().setOffline(false);
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(await form.stored()).toMatchObject([{ name: 'Asha' }]);
    await visit.close();
  });

  it('stay open when their newest answers cannot be stored', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    await offline.answer('Asha');
    await offline.openDetails('.offline-bar details');
    await page.getByLabel('Name of the draft').fill('First');
    await page.getByRole('button', { name: 'Put aside as a draft' }).click();
    await visit.notice('The draft is put aside.');
    await offline.answer('Juma');
    // Other answers of the draft still have their space.
    await page.evaluate(`IDBObjectStore.prototype.put = new Proxy(IDBObjectStore.prototype.put, {
      apply(put, store, [draft]) {
        if (draft.files?.length > 1) throw new DOMException('Full.', 'QuotaExceededError');
        return Reflect.apply(put, store, [draft]);
      },
    })`);
    await page.locator('input[type=file]').setInputFiles(PHOTO);
    await visit.notice('The storage of this browser is full');
    await offline.openDetails('.offline-bar details');
    await page.getByRole('button', { name: 'Put aside as a draft' }).click();
    await offline.openDetails('.drafts');
    await page.getByRole('button', { name: 'Continue: First' }).click();
    await visit.notice('The storage of this browser is full');
    expect(await page.getByLabel(NAME).inputValue()).toBe('Juma');
    await visit.send();
    expect(await form.sent(1)).toMatchObject([{ name: 'Juma', _attachments: [{ mimetype: 'image/png' }] }]);
    await visit.close();
  });
});
