import type { Browser } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { grant } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { NAME, OfflineForm, PHOTO } from '../../factories/offline-form';

const SUBMISSION = '**/submission';

describe('pages that work offline', () => {
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

  it('keep a form and its submissions without a network, and send each once', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    await page.context().setOffline(true);
    await page.reload();
    await page.locator('input[type=file]').setInputFiles(PHOTO);
    await offline.queue('Asha');
    await page.reload();
    await page.getByText('Not sent yet (1)').waitFor();
    expect(await page.getByLabel(NAME).inputValue()).toBe('');
    expect(await form.stored()).toEqual([]);

    await page.context().setOffline(false);
    await offline.emptyQueue();
    expect(await form.stored()).toMatchObject([
      { name: 'Asha', _submitted_by: 'enumerator', _attachments: [{ mimetype: 'image/png' }] },
    ]);
    expect([...visit.hosts]).toEqual([new URL(app.origin).host]);
    await visit.close();
  });

  it('tell in sight that a submission waits', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    await page.setViewportSize({ width: 390, height: 300 });
    await offline.queue('Asha');
    const result = page.locator('.page-result p');
    await result.and(page.locator(':focus')).waitFor();
    const box = (await result.boundingBox())!;
    expect([box.y >= 0, box.y + box.height <= 300]).toEqual([true, true]);
    await result.getByRole('button', { name: 'Back to the form' }).click();
    expect(await result.count()).toBe(0);
    await visit.close();
  });

  it('send again what the service stored without an answer, and have it once', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    let unanswered = 0;
    await page.route(SUBMISSION, async (route) => {
      if (unanswered > 0) return route.continue();
      unanswered += 1;
      await route.fetch();
      return route.abort();
    });
    await offline.answer('Asha');
    await visit.send();
    await offline.reason('The service cannot be reached.');
    expect(await form.stored()).toHaveLength(1);
    await offline.openDetails('.queue');
    await page.getByRole('button', { name: 'Send now' }).click();
    await offline.emptyQueue();
    expect(unanswered).toBe(1);
    expect(await form.stored()).toHaveLength(1);
    await visit.close();
  });

  it('take no answer of another service for an acknowledgement', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    await page.route(SUBMISSION, (route) => route.fulfill({ status: 201, body: 'Pay for the network' }));
    await offline.answer('Asha');
    await visit.send();
    await offline.reason('The service cannot be reached.');
    await visit.close();
  });

  it('wait as long as the service asks', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    let requests = 0;
    await page.route(SUBMISSION, (route) => {
      requests += 1;
      return route.fulfill({ status: 503, headers: { 'Retry-After': '3600' }, body: '{"detail": "Busy."}' });
    });
    await offline.answer('Asha');
    await visit.send();
    await offline.reason('The service cannot take it now (503). It is tried again. Busy.');
    await page.reload();
    await offline.reason('The service cannot take it now (503)');
    expect(requests).toBe(1);
    await visit.close();
  });

  it('wait until the user who filled it in signs in again', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    await offline.queue('Asha');
    await page.context().clearCookies();
    await page.context().setOffline(false);
    await offline.reason('Sign in again as enumerator to send it.');

    await page.reload();
    await visit.notice('You are not signed in.');
    await page.locator('.page-notice').getByRole('button', { name: 'Sign in' }).click();
    await visit.fillSignIn('other');
    await offline.reason('Sign in again as enumerator to send it.');
    expect(await form.stored()).toEqual([]);

    await page.context().clearCookies();
    await visit.signIn('enumerator');
    await visit.open(await form.url());
    expect(await form.sent(1)).toMatchObject([{ name: 'Asha', _submitted_by: 'enumerator' }]);
    await visit.close();
  });

  it('keep what the service refuses, with the reason, to download or to send again', async () => {
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    await page.locator('input[type=file]').setInputFiles(PHOTO);
    await offline.queue('Asha');
    await form.deployment({ active: false });
    await page.context().setOffline(false);
    await offline.reason(/^The service refused it \(405\): Form is not active$/);
    await page.reload();
    await visit.notice('The service does not offer this form to you any more.');
    await offline.reason(/^The service refused it \(405\): Form is not active$/);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download/ }).click();
    const zip = readFileSync(await (await download).path());
    expect(zip.includes('submission.xml')).toBe(true);
    expect(zip.includes('<name>Asha</name>')).toBe(true);
    expect(zip.includes(PHOTO.buffer)).toBe(true);

    await form.deployment({ active: true });
    await page.getByRole('button', { name: /^Try again/ }).click();
    expect(await form.sent(1)).toMatchObject([{ name: 'Asha' }]);
    await visit.close();
  });

  it('send anonymous submissions without the session of someone who signed in', async () => {
    await grant(app, form.uid, 'AnonymousUser', ['add_submissions']);
    const offline = await form.open(browser);
    const { visit, page } = offline;
    await offline.queue('Asha');
    await page.goto('about:blank');
    await page.context().setOffline(false);
    await visit.signIn('other');
    await visit.open(await form.url());
    expect(await form.sent(1)).toMatchObject([{ name: 'Asha', _submitted_by: null }]);
    await visit.close();
  });

  it('are pages of those who may submit', async () => {
    const path = `/web-forms/offline/${form.uid}/`;
    const html = 'text/html';
    for (const name of ['owner', 'enumerator'])
      await app.as(name).get(path).set('Accept', html).expect(200).expect('Content-Type', /html/);
    await app.as('stranger').get(path).set('Accept', html).expect(404);
    await app
      .as(ANONYMOUS)
      .get(path)
      .set('Accept', html)
      .expect(302)
      .expect('Location', `/accounts/login/?next=${encodeURIComponent(path)}`);
  });

  it('have a service worker that controls no other page', async () => {
    await app
      .as(ANONYMOUS)
      .get('/web-forms/offline-worker.js')
      .expect(200)
      .expect('Content-Type', 'text/javascript; charset=utf-8')
      .expect('Cache-Control', 'no-cache')
      .expect('Service-Worker-Allowed', '/web-forms/offline/');
    const offline = await form.open(browser, 'enumerator');
    const { visit, page } = offline;
    await visit.openForm(`/web-forms/${form.uid}/`);
    expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull();
    await visit.close();
  });
});
