import type { Browser } from 'playwright-core';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { PHOTO } from '../../factories/offline-form';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { FileServer } from '../../support/file-server';
import { FormVisit } from '../../support/form-browser';

describe('media of a form at another host', () => {
  let app: TestApp;
  let browser: Browser;
  let host: FileServer;
  let files: Record<string, Buffer | undefined>;
  let uid: string;

  beforeAll(async () => {
    host = await FileServer.start((path, response) => {
      const file = files[path];
      if (file === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'Content-Type': 'text/html' }).end(file);
    });
    app = await startApp({ environment: { DOWNLOAD_ALLOW: '127.0.0.1' } });
    for (const name of ['owner', 'stranger']) await app.addUser(name);
    browser = await launchChromium();
  });
  beforeEach(async () => {
    files = { '/villages.csv': Buffer.from('name,label\nmoshi,Moshi\n'), '/well.png': PHOTO.buffer };
    const survey = [
      { type: 'note', name: 'look', label: 'Look', 'media::image': 'well.png' },
      { type: 'select_one_from_file villages.csv', name: 'village', label: 'Village' },
    ];
    ({ uid } = await makeDeployedAsset(app, { content: { survey, choices: [], settings: {} } }));
    await grant(app, uid, ANONYMOUS, ['add_submissions']);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
    await host.stop();
  });

  /** @returns uid of the file */
  const add = async (name: string, origin = host.origin): Promise<string> => {
    const metadata = { redirect_url: `${origin}/${name}?form=${uid}` };
    const { body } = await app
      .as('owner')
      .post(`/api/v2/assets/${uid}/files/`)
      .send({ file_type: 'form_media', description: '', metadata })
      .expect(201);
    return (body as { uid: string }).uid;
  };
  const serve = (name: string): void => {
    files[`/${name}?form=${uid}`] = files[`/${name}`];
  };

  it.each(['', 'offline/'])('is shown without asking that host (%s)', async (mode) => {
    for (const name of ['well.png', 'villages.csv']) {
      await add(name);
      serve(name);
    }
    const visit = await FormVisit.start(app, browser);
    await visit.openForm(mode === '' ? `/web-forms/${uid}/` : `/web-forms/offline/${uid}/`);
    await visit.page.locator('.odk-form img[src^="blob:"]').waitFor();
    if (mode !== '') {
      await visit.page.locator('.readiness-ready').waitFor();
      await visit.page.context().setOffline(true);
      await visit.page.reload();
      await visit.page.locator('.odk-form img[src^="blob:"]').waitFor();
    }
    await visit.page.getByText('Moshi').waitFor();
    expect(visit.errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    expect([...visit.hosts]).toEqual([new URL(app.origin).host]);
    await visit.close();
  });

  it('is named if it can not be read', async () => {
    await add('well.png');
    await add('villages.csv');
    serve('villages.csv');
    const visit = await FormVisit.start(app, browser);
    await visit.openForm(`/web-forms/${uid}/`);
    await visit.notice('Files of this form that could not be loaded: well.png');
    await visit.page.getByText('Moshi').waitFor();
    await visit.close();
  });

  it('is a redirect for apps, and bytes of its own type by redirect=false', async () => {
    const file = await add('villages.csv');
    serve('villages.csv');
    // Each process keeps bytes of its own.
    const { inProcess } = app;
    for (const path of [`/xformsMedia/${uid}/${file}.csv`, `/api/v2/assets/${uid}/files/${file}/content/`]) {
      await app.as('owner').get(path).redirects(0).expect(302);
      const { headers, text } = await inProcess.as('owner').get(`${path}?redirect=false`).expect(200);
      expect(text).toBe('name,label\nmoshi,Moshi\n');
      expect(headers).toMatchObject({
        'content-type': expect.stringMatching(/^text\/csv/) as string,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      await inProcess
        .as('owner')
        .get(`${path}?redirect=false`)
        .set('If-None-Match', headers['etag']!)
        .expect(304);
      await app.as('stranger').get(`/api/v2/assets/${uid}/files/${file}/content/?redirect=false`).expect(404);
    }
    // Once for all requests of a minute.
    expect(host.hits.filter((path) => path === `/villages.csv?form=${uid}`)).toHaveLength(1);
  });

  it('is not read from internal addresses, nor if it is too large or of another type', async () => {
    const read = async (file: string, status: number): Promise<string> =>
      (await app.as('owner').get(`/xformsMedia/${uid}/${file}?redirect=false`).expect(status)).text;
    const internal = await add('well.png', host.origin.replace('127.0.0.1', '127.0.0.2'));
    expect(await read(internal, 404)).toContain('Check that the host of the URL is public');
    const large = await add('villages.csv');
    files[`/villages.csv?form=${uid}`] = Buffer.alloc(10 * 1024 * 1024 + 1);
    expect(await read(large, 404)).toContain('larger than 10 MB');
    const page = await add('forms.zip');
    expect(await read(page, 404)).toContain('application/zip');
    expect(host.hits.filter((path) => path.startsWith('/forms.zip'))).toEqual([]);
  });
});
