import type { Browser } from 'playwright-core';
import { NAME, OfflineForm, PHOTO } from '../../factories/offline-form';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const SUBMISSION = '**/submission';
/** Expressions for pages: what browsers do that store nothing for them, and in private windows of Firefox up to 139. */
const REFUSE_CACHES = `{
  const refuse = async () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
  for (const name of ['open', 'keys', 'match']) CacheStorage.prototype[name] = refuse;
  ServiceWorkerContainer.prototype.register = refuse;
}`;
const REFUSE_STORAGE = `${REFUSE_CACHES} {
  const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
  IDBFactory.prototype.open = Storage.prototype.getItem = Storage.prototype.setItem = refuse;
  BroadcastChannel = class { constructor() { refuse(); } };
  LockManager.prototype.request = async () => refuse();
}`;

describe('pages of collector links that work offline', () => {
  let app: TestApp;
  let browser: Browser;
  let form: OfflineForm;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'enumerator', 'other']) await app.addUser(name);
    browser = await launchChromium();
  });
  beforeEach(async () => {
    form = await OfflineForm.deploy(app);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const addPicture = (name: string) =>
    app
      .as('owner')
      .post(`/api/v2/assets/${form.uid}/files/`)
      .field({ file_type: 'form_media', description: name, metadata: JSON.stringify({ filename: name }) })
      .attach('content', PHOTO.buffer, name)
      .expect(201);

  it('keep a form with its media, and send each submission once by the link', async () => {
    await addPicture('well.png');
    const content = OfflineForm.content({
      type: 'note',
      name: 'n',
      label: 'Look',
      'media::image': 'well.png',
    });
    await app.as('owner').patch(`/api/v2/assets/${form.uid}/`).send({ content }).expect(200);
    await form.deployment({ active: true, version_id: (await form.asset())['version_id'] as string });
    const { offline_url: url } = await form.link();

    const visit = await FormVisit.start(app, browser);
    const offline = await form.openAt(visit, url);
    const { page } = visit;
    await page.context().setOffline(true);
    await page.reload();
    await page.locator('.odk-form img[src^="blob:"]').waitFor();
    await page.locator('input[type=file]').setInputFiles(PHOTO);
    await offline.queue('Asha');
    await page.reload();
    await page.getByText('Not sent yet (1)').waitFor();
    expect(await form.stored()).toEqual([]);

    await page.context().setOffline(false);
    await offline.emptyQueue();
    // The form takes submissions by its links only.
    expect(await form.stored()).toMatchObject([
      { name: 'Asha', _submitted_by: null, _attachments: [{ mimetype: 'image/png' }] },
    ]);
    expect([...visit.hosts]).toEqual([new URL(app.origin).host]);
    await visit.close();
  });

  it('keep drafts, submissions and last answers of several links in one browser apart', async () => {
    const content = OfflineForm.content({
      type: 'text',
      name: 'village',
      label: 'Village',
      default: '${last-saved#village}',
    });
    await app.as('owner').patch(`/api/v2/assets/${form.uid}/`).send({ content }).expect(200);
    await form.deployment({ active: true, version_id: (await form.asset())['version_id'] as string });
    const [first, second] = [await form.link(), await form.link()];

    const visit = await FormVisit.start(app, browser);
    const { page } = visit;
    let offline = await form.openAt(visit, first.offline_url);
    await page.route(SUBMISSION, (route) => route.abort());
    await page.getByLabel('Village').fill('Moshi');
    await offline.answer('Asha');
    await visit.send();
    await offline.reason('The service cannot be reached.');
    await offline.answer('Draft of the first');

    offline = await form.openAt(visit, second.offline_url);
    expect(await page.getByLabel(NAME).inputValue()).toBe('');
    expect(await page.getByLabel('Village').inputValue()).toBe('');
    expect(await page.locator('.queue, .drafts').count()).toBe(0);
    await offline.answer('Juma');
    await visit.send();
    await offline.reason('Waits to be sent.');
    await page.getByText('Not sent yet (1)').waitFor();

    offline = await form.openAt(visit, first.offline_url);
    await page.getByText('Not sent yet (1)').waitFor();
    expect(await page.getByLabel(NAME).inputValue()).toBe('Draft of the first');
    expect(await page.getByLabel('Village').inputValue()).toBe('Moshi');

    // One page sends what waits for all links, each by its own.
    const sentTo: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sentTo.push(request.url()));
    await page.unroute(SUBMISSION);
    await offline.openDetails('.queue');
    await page.getByRole('button', { name: 'Send now' }).click();
    expect((await form.sent(2)).map(({ name }) => name)).toEqual(['Asha', 'Juma']);
    expect(sentTo).toEqual([first, second].map(({ link }) => `${link}/submission`));
    await visit.close();
  });

  it('keep what a revoked link can no longer send, and say so', async () => {
    const { offline_url: address, url } = await form.link();
    const visit = await FormVisit.start(app, browser);
    const offline = await form.openAt(visit, address);
    const { page } = visit;
    await offline.queue('Asha');
    await app.as('owner').delete(new URL(url).pathname).expect(204);
    await page.context().setOffline(false);
    await offline.reason('This address takes no submissions any more.');
    await page.reload();
    await visit.notice('The service does not offer this form to you any more.');
    await offline.reason('This address takes no submissions any more.');
    await page
      .locator('.queue')
      .getByRole('button', { name: /^Download/ })
      .waitFor();
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
    await visit.close();
  });

  it('are open to anyone with the link, whoever is signed in, and to nobody else', async () => {
    const { offline_url: url } = await form.link();
    for (const caller of ['owner', 'other', ANONYMOUS]) {
      const { text } = await app.as(caller).get(new URL(url).pathname).set('Accept', 'text/html').expect(200);
      expect(text).not.toContain('username');
    }
    const unknown = `/web-forms/offline/collector/${'0'.repeat(40)}/`;
    await app.as('owner').get(unknown).set('Accept', 'text/html').expect(404).expect('Content-Type', /html/);
    await app.as('owner').get('/web-forms/offline/collector/').set('Accept', 'text/html').expect(404);

    await form.deployment({ active: false });
    await app.as(ANONYMOUS).get(new URL(url).pathname).set('Accept', 'text/html').expect(404);
  });

  it.each([
    ['caches', REFUSE_CACHES, 'Draft saved at'],
    ['all storage', REFUSE_STORAGE, 'This browser does not store the answers.'],
  ])('open and send where the browser refuses %s', async (_, refusal, told) => {
    const { offline_url: url } = await form.link();
    const visit = await FormVisit.start(app, browser);
    const { page } = visit;
    await page.addInitScript(refusal);
    await visit.openForm(url);
    await page.getByText('This browser cannot open the form without a network.').waitFor();
    await page.getByLabel(NAME).fill('Asha');
    await page.getByText(told).waitFor();
    await visit.send();
    await visit.notice('Sent. Thank you!');
    expect(await form.sent(1)).toMatchObject([{ name: 'Asha' }]);
    expect(visit.errors).toEqual([]);
    await visit.close();
  });
});
