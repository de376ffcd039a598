import type { Browser, Locator } from 'playwright-core';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { WEB_FORM_CONTENT } from '../../factories/web-form.factory';
import { photo } from '../../fixtures/images';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';

const MAX_UPLOAD_BYTES = 12_000_000;
const FILES = {
  survey: [
    { type: 'text', name: 'name', label: 'Name' },
    { type: 'image', name: 'photo', label: 'Photo' },
    { type: 'video', name: 'film', label: 'Film' },
  ],
  choices: [],
  settings: {},
};

/** Browsers of phones have this property, Chromium on a computer has not. */
const CAPTURE = `Object.defineProperty(HTMLInputElement.prototype, 'capture', {
  get() { return this.getAttribute('capture') ?? ''; },
  set(value) { this.setAttribute('capture', value); },
})`;

/** One second of sound as WAV, which a player of videos opens too; the form replaces a player that cannot open its file. */
const SILENCE = (() => {
  const [rate, wav] = [8_000, Buffer.alloc(44 + 8_000, 128)];
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + rate, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(rate, 40);
  return wav;
})();

describe('usability of form pages', () => {
  let app: TestApp;
  let browser: Browser;
  let translated: AssetJson;
  let files: AssetJson;

  beforeAll(async () => {
    app = await startApp({ environment: { MAX_UPLOAD_BYTES: String(MAX_UPLOAD_BYTES) } });
    await app.addUser('owner');
    translated = await makeDeployedAsset(app, { name: 'Wells', content: WEB_FORM_CONTENT });
    files = await makeDeployedAsset(app, { name: 'Files', content: FILES });
    for (const { uid } of [translated, files]) await grant(app, uid, ANONYMOUS, ['add_submissions']);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const stored = async ({ uid }: AssetJson): Promise<Record<string, unknown>[]> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
    return (body as { results: Record<string, unknown>[] }).results;
  };

  it.each([
    ['ar', 1280],
    ['en', 1280],
    ['en', 390],
  ])('show the progress above the form and within its sides, in %s at %i pixels', async (locale, width) => {
    const context = await browser.newContext({ locale, viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${app.origin}/web-forms/${translated.uid}/preview/`);
    const form = await page.locator('.form-wrapper').boundingBox();
    const bar = await page.locator('.form-progress progress').boundingBox();
    const text = await page.locator('#form-progress').boundingBox();
    const [left, right] = locale === 'ar' ? [bar!, text!] : [text!, bar!];
    expect(left.x).toBeGreaterThanOrEqual(form!.x);
    expect(left.x - form!.x).toBeLessThan(40);
    expect(right.x).toBeGreaterThan(left.x + left.width);
    expect(form!.x + form!.width - (right.x + right.width)).toBeLessThan(40);
    expect(text!.height).toBeLessThan(30);
    await context.close();
  });

  it('switch between the languages of the form, and keep the answers', async () => {
    const visit = await FormVisit.start(app, browser);
    const { page } = visit;
    await visit.openForm(`/web-forms/${translated.uid}/preview/`);
    await page.getByLabel('What is your name?').fill('Asha');
    await page.getByLabel('change language').locator('visible=true').click();
    await page.getByRole('option', { name: 'Français (fr)' }).click();
    expect(await page.getByLabel('Votre nom ?').inputValue()).toBe('Asha');
    await visit.close();
  });

  it('are filled in and sent by keyboard alone', async () => {
    const visit = await FormVisit.start(app, browser);
    const { page } = visit;
    await visit.openForm(`/web-forms/${translated.uid}/`);
    const tabTo = async (target: Locator): Promise<void> => {
      for (let presses = 0; presses < 20; presses += 1) {
        await page.keyboard.press('Tab');
        if ((await target.and(page.locator(':focus')).count()) > 0) return;
      }
      throw new Error(`${String(target)} has no focus after 20 tabs.`);
    };
    await tabTo(page.getByLabel('What is your name?'));
    await page.keyboard.type('Keyboard');
    await tabTo(page.getByLabel('How old are you?'));
    await page.keyboard.type('34');
    await tabTo(page.getByRole('button', { name: 'Send', exact: true }));
    await page.keyboard.press('Enter');
    await visit.notice('Sent. Thank you!');
    expect(await stored(translated)).toMatchObject([{ name: 'Keyboard', age: '34' }]);
    await visit.close();
  });

  it('take pictures with the camera of a phone, and show what was chosen', async () => {
    const visit = await FormVisit.start(app, browser, {
      viewport: { width: 390, height: 800 },
      isMobile: true,
      hasTouch: true,
    });
    const { page } = visit;
    await page.addInitScript(CAPTURE);
    await visit.openForm(`/web-forms/${files.uid}/preview/`);
    const camera = page.locator('input[type=file][capture=environment]');
    expect(await camera.getAttribute('accept')).toBe('image/*');
    await camera.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo(40, 30) });
    await page.locator('img[src^="blob:"]').waitFor();
    const film = page.locator('.upload-file input');
    expect(await film.getAttribute('accept')).toBe('video/*');
    await film.setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('film') });
    await page.locator('video[src^="blob:"]').waitFor();
    await visit.close();
  });

  it('send a file that is larger than a request of small ones, and say if it is too large', async () => {
    const visit = await FormVisit.start(app, browser);
    const { page } = visit;
    const fillIn = async (bytes: number): Promise<void> => {
      await visit.openForm(`/web-forms/${files.uid}/`);
      const buffer = Buffer.alloc(bytes, 1);
      await page
        .locator('.upload-file input')
        .setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer });
      await page.locator('video[src^="blob:"]').waitFor();
      await visit.send();
    };
    await fillIn(10_500_000);
    await visit.notice('Sent. Thank you!');
    await fillIn(MAX_UPLOAD_BYTES + 1);
    await visit.notice('The file a.mp4 is larger than');
    const submissions = await stored(files);
    expect(submissions).toHaveLength(1);
    const [{ download_url: url }] = submissions[0]!['_attachments'] as [{ download_url: string }];
    const { headers } = await app.as('owner').get(new URL(url).pathname).expect(200);
    expect(headers['content-length']).toBe('10500000');
    await visit.close();
  });

  it.each(['edit', 'view'])('have no serious finding of axe-core to %s a submission', async (mode) => {
    const uuid = await submit(app, files.uid, {
      answers: '<name>Asha</name><photo>well.jpg</photo>',
      files: [{ name: 'well.jpg', content: await photo(40, 30) }],
    });
    const { body } = await app
      .as('owner')
      .get(`/api/v2/assets/${files.uid}/data/${uuid}/enketo/${mode}/`)
      .expect(200);
    const visit = await FormVisit.start(app, browser, { viewport: { width: 390, height: 800 } });
    await visit.signIn('owner');
    await visit.openForm((body as { url: string }).url);
    await visit.page.locator('img[src^="blob:"]').waitFor();
    expect(await seriousFindings(visit.page)).toEqual([]);
    await visit.close();
  });

  it('play sound and video of the form, and have no serious finding of axe-core in Arabic', async () => {
    const media = { audio: 'well.mp3', video: 'well.mp4' };
    const survey = Object.entries(media).map(([kind, name]) => ({
      type: 'note',
      name: kind,
      label: kind,
      [`media::${kind}`]: name,
    }));
    const { uid } = await makeDeployedAsset(app, { content: { survey, choices: [], settings: {} } });
    await grant(app, uid, ANONYMOUS, ['add_submissions']);
    for (const filename of Object.values(media))
      await app
        .as('owner')
        .post(`/api/v2/assets/${uid}/files/`)
        .field({ file_type: 'form_media', description: '', metadata: JSON.stringify({ filename }) })
        .attach('content', SILENCE, filename)
        .expect(201);
    const visit = await FormVisit.start(app, browser, { locale: 'ar' });
    await visit.openForm(`/web-forms/${uid}/`);
    for (const kind of Object.keys(media)) {
      await visit.page.locator(`${kind}[src^="blob:"]`).waitFor();
      await visit.page.waitForFunction(`document.querySelector('${kind}').duration === 1`);
    }
    expect(await seriousFindings(visit.page)).toEqual([]);
    await visit.close();
  });

  it('come from the cache at the second visit', async () => {
    const visit = await FormVisit.start(app, browser);
    await visit.openForm(`/web-forms/${translated.uid}/`);
    await visit.openForm(`/web-forms/${translated.uid}/preview/`);
    const fetched = await visit.page.evaluate<string[]>(
      `performance.getEntriesByType('resource').filter(({ name, transferSize }) => name.includes('/browser/') && transferSize > 0).map(({ name }) => name)`,
    );
    expect(fetched).toEqual([]);
    await visit.close();
  });
});
