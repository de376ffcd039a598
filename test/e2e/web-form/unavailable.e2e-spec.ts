import type { Browser } from 'playwright-core';
import { randomUUID } from 'node:crypto';
import { makeDeployedAsset, type AssetJson } from '../../factories/asset.factory';
import { OfflineForm } from '../../factories/offline-form';
import { submission, submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const PUBLIC_KEY = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A';
const CONTENT = { survey: [{ type: 'text', name: 'name', label: 'Name' }], choices: [] };
const ENCRYPTED_FORM = 'Fill it in with the app ODK Collect or KoboCollect.';
const ENCRYPTED_SUBMISSION = 'decrypt it with the private key of the form.';
const CLOSED = 'The form is closed, or the address is not valid any more.';

describe('pages without a form', () => {
  let app: TestApp;
  let browser: Browser;
  let encrypted: AssetJson;
  let visit: FormVisit;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'enumerator', 'other', 'stranger']) await app.addUser(name);
    encrypted = await makeDeployedAsset(app, {
      content: { ...CONTENT, settings: { public_key: PUBLIC_KEY } },
    });
    browser = await launchChromium();
    visit = await FormVisit.start(app, browser, { viewport: { width: 390, height: 800 } });
    await visit.signIn('owner');
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const linkOf = async (uid: string): Promise<{ link: string; offline_url: string }> => {
    const { body } = await app
      .as('owner')
      .post(`/api/v2/assets/${uid}/collector-links/`)
      .send({})
      .expect(201);
    return body as { link: string; offline_url: string };
  };
  const expectText = async (path: string, text: string, on = visit): Promise<void> => {
    expect([path, await on.open(path)]).toEqual([path, 404]);
    await on.page.locator('.page-card').getByText(text).waitFor();
    expect(await on.page.locator('.odk-form, form, button').count()).toBe(0);
    expect(await seriousFindings(on.page)).toEqual([]);
  };

  it('send people who fill in an encrypted form to an app, in each mode', async () => {
    const { deployment__links: links } = encrypted as unknown as {
      deployment__links: Record<string, string>;
    };
    const { link, offline_url: offline } = await linkOf(encrypted.uid);
    expect(Object.keys(links)).toHaveLength(9);
    for (const address of [...Object.values(links), `${link}/`, offline])
      await expectText(address, ENCRYPTED_FORM);
  });

  it('say that an encrypted submission can be neither viewed nor edited', async () => {
    const uuid = randomUUID();
    const xml =
      `<data id="${encrypted.uid}" version="1" encrypted="yes" xmlns="http://opendatakit.org/submissions" xmlns:orx="http://openrosa.org/xforms">` +
      `<base64EncryptedKey>${'k'.repeat(344)}</base64EncryptedKey><orx:meta><orx:instanceID>uuid:${uuid}</orx:instanceID></orx:meta>` +
      `<encryptedXmlFile>submission.xml.enc</encryptedXmlFile></data>`;
    await submission(app.as('owner'), xml, [
      { name: 'submission.xml.enc', content: Buffer.from('x') },
    ]).expect(201);
    for (const mode of ['edit', 'view']) {
      const path = `/api/v2/assets/${encrypted.uid}/data/${uuid}/enketo/${mode}/`;
      const { url } = (await app.as('owner').get(path).expect(200)).body as { url: string };
      await expectText(url, ENCRYPTED_SUBMISSION);
    }
  });

  it('let readable submissions of an encrypted form be viewed, and its snapshot previewed', async () => {
    const uuid = await submit(app, encrypted.uid, { answers: '<name>Asha</name>' });
    const path = `/api/v2/assets/${encrypted.uid}/data/${uuid}/enketo/view/`;
    const { url } = (await app.as('owner').get(path).expect(200)).body as { url: string };
    await visit.openForm(url);
    await visit.page.locator('.question-container').getByText('Asha').waitFor();

    const { body } = await app
      .as('owner')
      .post('/api/v2/asset_snapshots/')
      .send({ asset: `/api/v2/assets/${encrypted.uid}/` })
      .expect(201);
    await visit.openForm((body as { enketopreviewlink: string }).enketopreviewlink);
    await visit.page.getByLabel('Name').fill('Asha');
    await visit.send();
    await visit.notice('A preview is not sent.');
  });

  it('say that a form is closed, or a link is revoked, to those who had it', async () => {
    const form = await OfflineForm.deploy(app);
    const { link } = await linkOf(form.uid);
    await form.deployment({ active: false });
    for (const path of [`/web-forms/${form.uid}/`, `/web-forms/offline/${form.uid}/`, `${link}/`])
      await expectText(path, CLOSED);
    await expectText(`/collector/${'0'.repeat(40)}/`, CLOSED);
    await expectText(`/web-forms/offline/collector/${'0'.repeat(40)}/`, CLOSED);
    const { text } = await app
      .as('stranger')
      .get(`/web-forms/${form.uid}/`)
      .set('Accept', 'text/html')
      .expect(404);
    expect(text).not.toContain('data-page');
    await app.as(ANONYMOUS).get(`/web-forms/${form.uid}/`).set('Accept', 'text/html').expect(302);
  });

  it.each([
    ['fr', 'Remplissez-le avec l’application ODK Collect', 'ltr'],
    ['es', 'Rellénelo con la aplicación ODK Collect', 'ltr'],
    ['ar', 'املأها بتطبيق ODK Collect', 'rtl'],
  ])('speak %s', async (locale, text, direction) => {
    const { link } = await linkOf(encrypted.uid);
    const other = await FormVisit.start(app, browser, { locale });
    await expectText(`${link}/`, text, other);
    expect(await other.page.locator('html').getAttribute('dir')).toBe(direction);
    await other.close();
  });

  it.each([
    ['fr-CH, fr;q=0.9, en;q=0.8', 'fr', 'Page introuvable'],
    ['ar', 'ar', 'غير موجود'],
    ['sw', 'en', 'Not found'],
  ])('say in the language of "%s" that there is no form', async (languages, language, title) => {
    for (const path of [
      `/web-forms/${encrypted.uid}/`,
      '/web-forms/aUnknown/',
      `/web-forms/offline/${encrypted.uid}/`,
    ]) {
      const { text } = await app
        .as('stranger')
        .get(path)
        .set({ Accept: 'text/html', 'Accept-Language': languages })
        .expect(404);
      expect(text).toMatch(new RegExp(`lang="${language}"[^]*<h1>${title}<`));
    }
  });
});
