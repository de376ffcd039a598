import { readWorkbook } from '../../../src/domain/xlsform/read-workbook';
import { grant, makeAsset } from '../../factories/asset.factory';
import { waitForImport } from '../../factories/import.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const CONTENT = {
  survey: [
    { type: 'text', name: 'well', label: ['Which well? <b>&', 'Kisima gani?'], required: true },
    { type: 'select_one', select_from_list_name: 'state', name: 'pump', label: ['How is the pump?', null] },
    { type: 'begin_score', name: 'rating', 'kobo--score-choices': 'state', label: ['Rate', null] },
    { type: 'score__row', name: 'taste', label: ['Taste', null] },
    { type: 'end_score' },
  ],
  choices: [
    { list_name: 'state', name: 'works', label: ['It works', null] },
    { list_name: 'state', name: 'broken', label: ['It is broken', null] },
  ],
  translations: ['English (en)', 'Kiswahili (sw)'],
  translated: ['label'],
  settings: { style: 'pages' },
};

/** Removes row keys such as `$kuid`, which each import generates. */
function withoutKeys(sheets: unknown): Record<string, unknown> {
  const isRetained = (key: string): boolean => !key.startsWith('$');
  return JSON.parse(
    JSON.stringify(sheets, (key, value: unknown) => (isRetained(key) ? value : undefined)),
  ) as Record<string, unknown>;
}

const RENDERINGS = [
  '.xls',
  '.xml',
  '.ssjson',
  '/content/',
  '/valid_content/',
  '/table_view/',
  '/xls/',
  '/xform/',
];

describe('renderings of an asset', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'viewer', 'submitter', 'partial', 'stranger']) await app.addUser(name);
    await app.addUser('root', { superuser: true });
    uid = (await makeAsset(app, { name: 'Wells', content: CONTENT })).uid;
    await grant(app, uid, 'viewer', ['view_asset']);
    await grant(app, uid, 'submitter', ['add_submissions']);
    // Seeing part of the data includes seeing the form (contract-service 1.3).
    await app.rows(
      `INSERT INTO permission_assignment (uid, asset_id, user_id, codename)
       SELECT 'p' || codename, a.id, u.id, codename FROM asset a, app_user u, unnest($2::text[]) codename
        WHERE a.uid = $1 AND u.username = 'partial'`,
      [uid, ['view_asset', 'partial_submissions']],
    );
  });
  afterAll(() => app.stop());

  const at = (rendering: string, of = uid): string => `/api/v2/assets/${of}${rendering}`;

  const sheetOf = async (path: string, sheet: string): Promise<Record<string, string>[]> => {
    const { body } = await app.as('owner').get(path).responseType('blob').expect(200);
    const workbook = await readWorkbook(body as Buffer);
    return workbook.sheets.get(sheet)!.rows.map(({ cells }) => Object.fromEntries(cells));
  };

  describe.each(RENDERINGS)('%s', (rendering) => {
    it.each([
      ['owner', 200],
      ['viewer', 200],
      ['partial', 200],
      ['root', 200],
      ['submitter', 404],
      ['stranger', 404],
      [ANONYMOUS, 404],
    ])('returns to %s the status %i', async (caller, status) => {
      const response = await app.as(caller).get(at(rendering)).expect(status);
      if (status === 404) expect(response.body).toEqual({ detail: 'Not found.' });
    });

    it('is public when the asset is public and 404 when the asset is unknown', async () => {
      const { uid: open } = await makeAsset(app, { content: CONTENT });
      await grant(app, open, ANONYMOUS, ['view_asset']);
      await app.as(ANONYMOUS).get(at(rendering, open)).expect(200);
      await app.as('owner').get(at(rendering, 'aNobodyHasThis23456789')).expect(404);
    });

    it('answers HEAD like GET and other verbs with 405', async () => {
      const response = await app.as('viewer').get(at(rendering));
      const { headers } = await app.as('viewer').head(at(rendering)).expect(200);
      expect(headers['content-type']).toBe(response.headers['content-type']);
      const refused = await app.as('viewer').delete(at(rendering)).expect(405);
      expect(refused.headers['allow']).toBe('GET, HEAD, OPTIONS');
    });
  });

  describe('the workbook', () => {
    it('is an attachment with its length, by suffix and by format', async () => {
      for (const path of [at('.xls'), at('.xls/'), at('/?format=xls')]) {
        const { headers, body } = await app.as('viewer').get(path).responseType('blob').expect(200);
        expect(headers).toMatchObject({
          'content-type': XLSX,
          'content-length': String((body as Buffer).length),
          'content-disposition': `attachment; filename=${uid}.xlsx`,
        });
      }
    });

    it('contains the form with its title, languages and choices', async () => {
      const [well, pump] = await sheetOf(at('.xls'), 'survey');
      expect(well).toEqual({
        type: 'text',
        name: 'well',
        'label::English (en)': 'Which well? <b>&',
        'label::Kiswahili (sw)': 'Kisima gani?',
        required: 'true',
      });
      expect(pump).toMatchObject({ type: 'select_one state' });
      expect(await sheetOf(at('.xls'), 'settings')).toEqual([{ form_title: 'Wells', style: 'pages' }]);
    });

    it('expands KoboToolbox’s own row types by default', async () => {
      const types = async (query: string): Promise<(string | undefined)[]> =>
        (await sheetOf(at(`.xls${query}`), 'survey')).map(({ type }) => type);
      expect(await types('')).not.toContain('begin_score');
      expect(await types('?kobo_specific_types=true')).toContain('begin_score');
      await app.as('owner').get(at('.xls?kobo_specific_types=perhaps')).expect(400);
    });

    it('keeps its content through a re-import', async () => {
      const { body } = await app
        .as('owner')
        .get(at('.xls?kobo_specific_types=true'))
        .responseType('blob')
        .expect(200);
      const { body: started } = await app
        .as('owner')
        .post('/api/v2/imports/')
        .field({ destination: at('/'), library: 'false' })
        .attach('file', body as Buffer, 'again.xlsx')
        .expect(201);
      const before = await app.as('owner').get(at('.ssjson')).expect(200);
      expect((await waitForImport(app, started.uid as string)).status).toBe('complete');
      const after = await app.as('owner').get(at('.ssjson')).expect(200);
      const { settings: _, ...sheets } = withoutKeys(after.body);
      expect(withoutKeys(before.body)).toMatchObject(sheets);
    });

    it.each(['block', 'question', 'template', 'collection'])('exists for a %s', async (asset_type) => {
      const { uid: other } = await makeAsset(app, {
        asset_type,
        content: asset_type === 'collection' ? {} : { survey: [{ type: 'text', name: 'a', label: 'A' }] },
      });
      await app.as('owner').get(at('.xls', other)).expect(200);
    });
  });

  describe('the XForm', () => {
    it('is an attachment compiled like a preview', async () => {
      const { headers, text } = await app.as('viewer').get(at('.xml')).expect(200);
      expect(headers).toMatchObject({
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': `attachment; filename=${uid}.xml`,
        'x-content-type-options': 'nosniff',
      });
      expect(text).toContain('<h:title>Wells</h:title>');
      expect(text).toContain(`<${uid} id="${uid}">`);
      expect(text).not.toMatch(/formhub|__version__/);
    });

    it('repairs what only a deployment rejects', async () => {
      const { uid: twice } = await makeAsset(app, {
        content: {
          survey: [
            { type: 'text', name: 'a', label: 'A' },
            { type: 'text', name: 'a', label: 'A again' },
          ],
        },
      });
      await app.as('owner').get(at('.xml', twice)).expect(200);
    });

    it.each(['.xml', '/xform/'])('returns 400 for a form that does not compile: %s', async (rendering) => {
      const { uid: wrong } = await makeAsset(app, {
        content: { survey: [{ type: 'text', name: 'a', label: 'A', relevant: '${nowhere} = 1' }] },
      });
      const { body } = await app.as('owner').get(at(rendering, wrong)).expect(400);
      expect(body).toEqual({
        detail: expect.stringMatching(/^survey, row 2, column relevant: .*nowhere/) as string,
      });
    });
  });

  describe('the sheets', () => {
    it('contain the asset’s metadata', async () => {
      const sheets = await app.as('viewer').get(at('.ssjson')).expect(200);
      expect(sheets.headers['content-type']).toBe('application/json');
      expect(sheets.body.survey[0]).toMatchObject({ type: 'text', name: 'well' });
      const content = await app.as('viewer').get(at('/content.json')).expect(200);
      expect(content.body).toEqual({ kind: 'asset.content', uid_asset: uid, data: sheets.body as object });
      const valid = await app.as('viewer').get(at('/valid_content/')).expect(200);
      expect(valid.body).toMatchObject({ kind: 'asset.valid_content', uid_asset: uid });
      const types = (body: { data: { survey: { type: string }[] } }) =>
        body.data.survey.map(({ type }) => type);
      expect(types(content.body as never)).toContain('begin_score');
      expect(types(valid.body as never)).not.toContain('begin_score');
    });
  });

  describe('the pages', () => {
    it.each(['/table_view/', '/xls/'])('show the form as a table at %s', async (rendering) => {
      const { headers, text } = await app.as('viewer').get(at(rendering)).expect(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(text).toContain('| survey |');
      expect(text).toContain('Which well? &lt;b&gt;&amp;');
      expect(text).not.toContain('<b>&');
    });

    it('show the XForm', async () => {
      const { text } = await app.as('viewer').get(at('/xform/')).expect(200);
      expect(text).toContain('&lt;h:title&gt;Wells&lt;/h:title&gt;');
      // Read by KoboToolbox's application.
      expect(text).toMatch(/<div class="pygment">\s*<pre [^>]*>&lt;\?xml /);
    });

    it.each(['/table_view/', '/xform/'])('lead back to the form of the project: %s', async (rendering) => {
      const { text } = await app.as('viewer').get(at(rendering)).expect(200);
      const trail = /<nav class="trail"[^]*?<\/nav>/.exec(text)![0];
      const paths = [...trail.matchAll(/href="([^"]*)"/g)].map(([, path]) => path!);
      expect(paths).toEqual([
        '/projects/',
        at('/').replace('/api/v2/assets/', '/projects/'),
        expect.any(String),
      ]);
      expect(paths[2]).toBe(`${paths[1]}form/`);
      for (const path of paths) await app.as('viewer').get(path).expect(200);
    });

    it('are linked from the asset', async () => {
      const { body } = await app.as('viewer').get(at('/')).expect(200);
      const links = [
        body.xls_link,
        body.xform_link,
        ...[...body.embeds, ...body.downloads].map(({ url }: { url: string }) => url),
      ] as string[];
      expect(links).toHaveLength(6);
      for (const link of links) await app.as('viewer').get(new URL(link).pathname).expect(200);
    });
  });

  describe('a format that a resource does not have', () => {
    it.each([
      '/api/v2/assets/{uid}.csv',
      '/api/v2/assets/{uid}.geojson',
      '/api/v2/assets/{uid}/?format=yaml',
      '/api/v2/assets/{uid}/?format=../../../me',
      '/api/v2/assets/{uid}/content.xls',
      '/api/v2/assets.xls',
      '/api/v2/assets/?format=xml',
      '/api/v2/imports.xml',
      '/api/v2/permissions/view_asset.xml',
      '/me.xml',
      '/token/?format=csv',
    ])('returns 404: %s', async (path) => {
      const { body } = await app.as('owner').get(path.replace('{uid}', uid)).expect(404);
      expect(body).toEqual({ detail: 'Not found.' });
    });

    it.each(['.json', '/?format=json'])('is never JSON: %s', async (rendering) => {
      const { body } = await app.as('viewer').get(at(rendering)).expect(200);
      expect(body.uid).toBe(uid);
    });
  });
});
