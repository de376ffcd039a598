import type { Browser } from 'playwright-core';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const CONTENT = {
  survey: [
    { type: 'text', name: 'name', label: 'What is your name?', required: true },
    { type: 'integer', name: 'age', label: 'How old are you?' },
    { type: 'image', name: 'photo', label: 'A photo' },
  ],
  choices: [],
  settings: {},
};

describe('pages that fill in a form', () => {
  let app: TestApp;
  let browser: Browser;
  let form: AssetJson;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'enumerator', 'stranger']) await app.addUser(name);
    form = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT });
    await grant(app, form.uid, 'enumerator', ['add_submissions']);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const linksOf = async (): Promise<Record<string, string>> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${form.uid}/`).expect(200);
    return (body as { deployment__links: Record<string, string> }).deployment__links;
  };
  const stored = async (): Promise<Record<string, unknown>[]> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${form.uid}/data/?sort={"_id":1}`).expect(200);
    return (body as { results: Record<string, unknown>[] }).results;
  };

  it('send many submissions in a row', async () => {
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('enumerator');
    await visit.openForm((await linksOf())['url']!);
    for (const name of ['Asha', 'Juma']) {
      await visit.page.getByLabel('What is your name?').fill(name);
      await visit.page.getByLabel('How old are you?').pressSequentially('34');
      await visit.send();
      await visit.notice('Sent. Thank you!');
      expect(await visit.page.getByLabel('What is your name?').inputValue()).toBe('');
    }
    expect(visit.errors).toEqual([]);
    expect([...visit.hosts]).toEqual([new URL(app.origin).host]);
    expect(await stored()).toMatchObject([
      { name: 'Asha', age: '34', _submitted_by: 'enumerator' },
      { name: 'Juma', age: '34', _submitted_by: 'enumerator' },
    ]);
    await visit.close();
  });
});
