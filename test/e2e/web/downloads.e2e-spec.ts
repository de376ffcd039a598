import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { readBytes } from '../../factories/export.factory';
import { submit } from '../../factories/submission.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';
import { eventually } from '../../support/eventually';

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted', 'partial', 'viewer', 'stranger']) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  await grant(app, uid, 'granted', ['view_submissions', 'add_submissions']);
  await grant(app, uid, 'viewer', ['view_asset']);
  await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
  const answers = (name: string) => `<person><name>${name}</name></person>`;
  await submit(app, uid, { by: 'owner', answers: answers('Asha') });
  await submit(app, uid, { by: 'granted', answers: answers('Bilal') });
});
afterAll(() => app.stop());

const signedIn = (username: string) => Browser.signedIn(app, username);

const page = (): string => `/projects/${uid}/downloads/`;
const CSV = { type: 'csv', lang: '_xml', multiple_select: 'both', fields_from_all_versions: 'true' };

/** Waits for the newest download. @returns path of its file */
async function fileOf(browser: Browser): Promise<string> {
  const { text } = await eventually(
    async () => browser.get(page()).expect(200),
    (response) => !response.text.includes('data-watch'),
  );
  return /href="(\/private-media\/[^"]+)"/.exec(text)![1]!;
}

describe('the downloads of a project', () => {
  it('makes a file with the submissions that the visitor may view', async () => {
    const contentFor = async (username: string): Promise<string> => {
      const browser = await signedIn(username);
      const response = await browser.submit(page(), CSV);
      expect(response.headers['location']).toBe(page());
      return (await browser.get(await fileOf(browser)).expect(200)).text;
    };
    for (const username of ['owner', 'granted']) {
      expect(await contentFor(username)).toMatch(/Asha[\s\S]*Bilal/);
    }
    const partial = await contentFor('partial');
    expect(partial).toContain('Bilal');
    expect(partial).not.toContain('Asha');
  });

  it('says that a file is gone once its maker may see other submissions', async () => {
    const browser = await signedIn('partial');
    await browser.submit(page(), CSV);
    const file = await fileOf(browser);
    await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'owner' }] });
    await browser.get(file).expect(404);
    const { text } = await browser.get(page()).expect(200);
    expect(text).toContain('The submissions that you may see have changed since it was made. Make it again.');
    expect(text).not.toContain('Ready');
    await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
    await browser.get(file).expect(200);
  });

  it('says how much of a download is made, and the time left', async () => {
    const browser = await signedIn('owner');
    await browser.submit(page(), CSV);
    await fileOf(browser);
    await app.rows(`UPDATE export_task SET status = 'processing', rows_done = 400, rows_total = 1000, date_modified = now(),
      date_started = now() - interval '2 minutes' WHERE id = (SELECT max(id) FROM export_task)`);
    const { text } = await browser.get(page()).expect(200);
    expect(text).toMatch(/<progress max="1000" value="400"/);
    expect(text).toContain('400 of 1,000, 3 minutes left');
    await app.rows('UPDATE export_task SET rows_done = 0');
    expect((await browser.get(page()).expect(200)).text).toContain('0 of 1,000<');
    await app.rows(`UPDATE export_task SET status = 'complete'`);
  });

  it('says the size of a file and how many submissions it has, in the language of the page', async () => {
    const browser = await signedIn('owner');
    await browser.submit(page(), CSV);
    const { length } = (await browser.get(await fileOf(browser)).expect(200)).text;
    const shown = async (language: string): Promise<string> =>
      (await browser.get(page()).set('Accept-Language', language)).text.replace(/\s+/g, ' ');
    expect(length).toBeLessThan(1000);
    expect(await shown('en')).toContain(`${length} byte · 2 submissions`);
    expect(await shown('fr')).toContain(`${length} o · 2 soumissions`);
  });

  it('offers files that Excel reads without questions', async () => {
    const { text } = await (await signedIn('owner')).get(page()).expect(200);
    for (const name of ['bom', 'xls_formatted']) {
      expect(text).toMatch(new RegExp(`<input[^>]*name="${name}"[^>]*\\schecked`));
    }
    const browser = await signedIn('owner');
    await browser.submit(page(), { ...CSV, bom: 'true', separator: ',' });
    expect((await browser.get(await fileOf(browser))).text).toMatch(/^\ufeff"name",/);
  });

  it.each([
    ['sqlite', 'SQLite format 3\0'],
    ['parquet', 'PK'],
  ])('makes %s files', async (type, start) => {
    const browser = await signedIn('owner');
    await browser.submit(page(), { ...CSV, type });
    const { body } = await browser
      .get(await fileOf(browser))
      .buffer(true)
      .parse(readBytes)
      .expect(200);
    expect((body as Buffer).toString('latin1').startsWith(start)).toBe(true);
  });

  it('repeats and deletes a download', async () => {
    const browser = await signedIn('owner');
    await browser.submit(page(), CSV);
    await fileOf(browser);
    const actions = async (): Promise<string[]> =>
      formsOf((await browser.get(page())).text).map(({ action }) => action);
    const before = (await actions()).filter((action) => action.endsWith('/delete/'));
    await browser.submit(
      page(),
      {},
      (await actions()).find((action) => action.endsWith('/repeat/')),
    );
    await fileOf(browser);
    const after = (await actions()).filter((action) => action.endsWith('/delete/'));
    expect(after).toHaveLength(before.length + 1);
    for (const action of after) await browser.submit(page(), {}, action);
    expect((await browser.get(page())).text).not.toContain('Your downloads');
  });

  it('leads to the ZIP of all files, where the form asks for files', async () => {
    const browser = await signedIn('owner');
    const pageOf = async (type: string) => {
      const survey = [{ type, name: 'answer', label: 'Answer' }];
      const asking = await makeDeployedAsset(app, { content: { survey } });
      return (await browser.get(`/projects/${asking.uid}/downloads/`)).text;
    };
    expect(await pageOf('text')).not.toContain('data.zip');
    const [, link] = /href="([^"]+)">\s*Download as ZIP/.exec(await pageOf('image'))!;
    const { headers } = await browser.get(link!).expect(200);
    expect(headers['content-type']).toBe('application/zip');
  });

  it('saves options, makes a download of them, and deletes them', async () => {
    const browser = await signedIn('owner');
    const settings = `${page()}settings/`;
    const csrfmiddlewaretoken = formsOf((await browser.get(page())).text)[0]!.hidden['csrfmiddlewaretoken']!;
    await browser.post(settings, { ...CSV, csrfmiddlewaretoken, name: 'Weekly <b>' }).expect(303);
    const { text } = await browser.get(page()).expect(200);
    expect(text).toContain('Weekly &lt;b&gt;');
    const [make, remove] = ['/make/', '/delete/'].map(
      (end) =>
        formsOf(text).find(({ action }) => action.startsWith(settings) && action.endsWith(end))!.action,
    );
    await browser.submit(page(), {}, make);
    expect((await browser.get(await fileOf(browser))).text).toContain('Asha');
    const other = await (await signedIn('granted')).get(page());
    expect(other.text).toContain('Weekly &lt;b&gt;');
    expect(formsOf(other.text).map(({ action }) => action)).not.toContain(remove);
    await browser.submit(page(), {}, remove);
    expect((await browser.get(page())).text).not.toContain('Weekly');
  });

  it('shows the form again for options that are not valid', async () => {
    const browser = await signedIn('owner');
    const response = await browser.submit(page(), { ...CSV, type: 'exe"><b>', lang: 'Klingon' });
    expect(response.status).toBe(400);
    expect(response.text).toContain('aria-invalid="true"');
    expect(response.text).not.toContain('<b>');
  });

  it('has addresses and snippets for other programs', async () => {
    const { text } = await (await signedIn('owner')).get(page()).expect(200);
    const sourceOf = (id: string): string =>
      new RegExp(`id="${id}">([^<]*)<`).exec(text)![1]!.replaceAll('&quot;', '"').replaceAll('&gt;', '>');
    const excel = await fetch(sourceOf('excel'), {
      headers: { Authorization: `Basic ${btoa(`owner:${PASSWORD}`)}` },
    });
    expect(await excel.json()).toHaveProperty(['value', 0, 'name'], 'Submissions');
    for (const [id, read] of [
      ['r', /read_delim\(.*, delim = "(.)"\)/],
      ['python', /read_csv\(.*, sep="(.)"\)/],
    ] as const) {
      const source = sourceOf(id);
      const url = /"(http[^"]+)"/.exec(source)![1]!;
      const answer = await fetch(url, { headers: { Authorization: `Token ${app.tokenOf('owner')}` } });
      const [names, first] = (await answer.text()).split('\n');
      const separator = read.exec(source)![1]!;
      expect(names!.split(separator)).toContain('"person/name"');
      expect(first!.split(separator)).toContain('"Asha"');
    }
  });

  it('explains that a draft has no data', async () => {
    const draft = await makeAsset(app);
    const { text } = await (await signedIn('owner')).get(`/projects/${draft.uid}/downloads/`).expect(200);
    expect(text).toContain('The form is not deployed');
  });

  it('is closed to others, and to posts without a CSRF token', async () => {
    await (await signedIn('viewer')).get(page()).expect(403);
    await (await signedIn('stranger')).get(page()).expect(404);
    await new Browser(app).get(page()).expect(302);
    const owner = await signedIn('owner');
    for (const path of [
      '',
      'settings/',
      'e1/repeat/',
      'e1/delete/',
      'settings/e1/make/',
      'settings/e1/delete/',
    ]) {
      await owner.post(page() + path, CSV).expect(403);
    }
    const granted = await signedIn('granted');
    const csrfmiddlewaretoken = formsOf((await granted.get(page())).text)[0]!.hidden['csrfmiddlewaretoken']!;
    await granted.post(`${page()}settings/`, { ...CSV, csrfmiddlewaretoken, name: 'x' }).expect(403);
    await granted.post(`${page()}e1/repeat/`, { csrfmiddlewaretoken }).expect(404);
  });
});
