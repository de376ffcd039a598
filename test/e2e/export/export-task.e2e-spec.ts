import { parse } from 'csv-parse/sync';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import {
  waitForExport,
  downloadExport,
  type ExportJson,
  download,
  startExport,
  EXPORT_DEFAULTS,
} from '../../factories/export.factory';
import { submit } from '../../factories/submission.factory';

const CONTENT = {
  survey: [
    { type: 'text', name: 'village', label: 'Village' },
    { type: 'integer', name: 'depth', label: 'Depth' },
  ],
};
const VILLAGES = ['Karatu', 'Mbulu', 'Babati'];

describe('/api/v2/assets/:uid/exports/', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'viewer', 'partial', 'stranger']) await app.addUser(name);
    await app.addUser('root', { superuser: true });
    ({ uid } = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT }));
    await grant(app, uid, 'viewer', ['view_submissions']);
    await grantPartially(app, uid, 'partial', { view_submissions: [{ village: 'Mbulu' }] });
    for (const [index, village] of VILLAGES.entries()) {
      await submit(app, uid, { answers: `<village>${village}</village><depth>${index}</depth>` });
    }
  });
  afterAll(() => app.stop());

  const path = (below = '', of = uid): string => `/api/v2/assets/${of}/exports/${below}`;
  const villagesIn = (csv: Buffer): string[] =>
    parse<{ Village: string }>(csv, { delimiter: ';', columns: true }).map(({ Village }) => Village);

  it('accepts a request, creates the file and reports progress', async () => {
    const started = await startExport(app, uid, { name: 'All wells' });
    expect(started).toEqual({
      url: `${app.origin}${path(`${started.uid}/`)}`,
      uid: expect.stringMatching(/^e[2-9A-HJ-NP-Za-km-z]{21}$/),
      // The worker may have started it.
      status: expect.stringMatching(/^(created|processing)$/),
      messages: {},
      date_created: expect.stringMatching(/Z$/),
      last_submission_time: null,
      result: null,
      rows_done: null,
      rows_total: null,
      data: { ...EXPORT_DEFAULTS, name: 'All wells', source: `${app.origin}/api/v2/assets/${uid}/` },
    });
    const ended = await waitForExport(app, started.url);
    expect(ended).toMatchObject({
      status: 'complete',
      rows_done: 3,
      rows_total: 3,
      last_submission_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      result: expect.stringMatching(
        new RegExp(
          `^${app.origin}/private-media/owner/exports/${uid}/Wells_-_all_versions_-_labels_-_[-\\d]{19}\\.csv$`,
        ),
      ),
      data: { processing_time_seconds: expect.any(Number) },
    });
    expect(villagesIn(await download(app, ended.result!))).toEqual(VILLAGES);
  });

  it.each([
    [
      'an empty body',
      {},
      { data: [expect.stringContaining('Must contain all the following required keys')] },
    ],
    ['an unknown key', { ...EXPORT_DEFAULTS, nonsense: 1 }, { data: [expect.stringContaining("'flatten'")] }],
    ['an unknown type', { ...EXPORT_DEFAULTS, type: 'pdf' }, { type: [expect.stringContaining("'csv'")] }],
    [
      'an unknown language',
      { ...EXPORT_DEFAULTS, lang: 'Klingon' },
      { lang: [expect.stringContaining("'_default'")] },
    ],
    ['an invalid flag', { ...EXPORT_DEFAULTS, flatten: 'perhaps' }, { flatten: [expect.any(String)] }],
    [
      'no separator for groups',
      { ...EXPORT_DEFAULTS, hierarchy_in_labels: true, group_sep: '' },
      { group_sep: ['Must be a non-empty value'] },
    ],
    ['fields that are not a list', { ...EXPORT_DEFAULTS, fields: 'x' }, { fields: ['Must be an array'] }],
    [
      'ids that are not numbers',
      { ...EXPORT_DEFAULTS, submission_ids: ['x'] },
      { submission_ids: ['All values in the array must be integers'] },
    ],
    [
      'an empty list of ids',
      { ...EXPORT_DEFAULTS, submission_ids: [] },
      { submission_ids: ['Must contain at least one value. Leave the key out for all submissions'] },
    ],
    ['a query that is text', { ...EXPORT_DEFAULTS, query: 'x' }, { query: ['Must be a JSON object'] }],
    [
      'text with characters that can’t be stored',
      { ...EXPORT_DEFAULTS, name: 'a\u0000' },
      { data: [expect.stringContaining('NUL')] },
    ],
  ])('returns 400 for %s', async (_name, body, errors) => {
    const response = await app.as('owner').post(path()).send(body).expect(400);
    expect(response.body).toEqual(errors);
  });

  it('returns 400 for a form that was never deployed', async () => {
    const draft = await makeAsset(app);
    const response = await app.as('owner').post(path('', draft.uid)).send(EXPORT_DEFAULTS).expect(400);
    expect(response.body).toEqual({ source: ['The asset must be deployed.'] });
  });

  it.each(['csv', 'xls', 'geojson', 'kml', 'spss_labels', 'sqlite', 'parquet'])(
    'lists unknown fields of a %s export in its messages',
    async (type) => {
      const known = ['village', '_id', '_index', '_attachments', '_tags', '__version__', 'meta/rootUuid'];
      const { url } = await startExport(app, uid, { type, fields: [...known, 'vilage', 'no/such'] });
      const { status, messages } = await waitForExport(app, url);
      expect({ status, messages }).toEqual({
        status: 'complete',
        messages: {
          warnings: [
            '`fields` names questions that the exported form versions lack: "vilage", "no/such". Send full paths.',
          ],
        },
      });
      const right = await startExport(app, uid, { type, fields: known });
      expect((await waitForExport(app, right.url)).messages).toEqual({});
    },
  );

  it('fails with a message for an invalid query', async () => {
    const { url } = await startExport(app, uid, { query: { village: { $not: 1 } } });
    const { status, messages, result } = await waitForExport(app, url);
    expect({ status, result }).toEqual({ status: 'error', result: null });
    expect(messages).toEqual({ error_type: 'InvalidError', error: expect.any(String) });
  });

  it.each([
    ['a query', { query: { village: 'Babati' } }, ['Babati']],
    ['a number in a query', { query: { depth: { $gte: 1 } } }, ['Mbulu', 'Babati']],
    ['ids of other submissions', { submission_ids: [999_999] }, []],
  ])('exports the data of %s', async (_name, request, villages) => {
    expect(villagesIn(await downloadExport(app, uid, request))).toEqual(villages);
  });

  it('exports only submissions visible to the caller', async () => {
    expect(villagesIn(await downloadExport(app, uid, {}, { by: 'partial' }))).toEqual(['Mbulu']);
    const filtered = { query: { village: 'Karatu' } };
    expect(villagesIn(await downloadExport(app, uid, filtered, { by: 'partial' }))).toEqual([]);
  });

  it('returns the file to its requester and to superusers', async () => {
    const { url } = await startExport(app, uid, { group_sep: '>' });
    const { result } = await waitForExport(app, url);
    const file = new URL(result!).pathname;
    for (const caller of ['viewer', 'partial', 'stranger', ANONYMOUS])
      await app.as(caller).get(file).expect(403);
    const response = await app.as('root').get(file).set('Range', 'bytes=0-8').expect(206);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename=Wells_/),
    });
    await app.as('owner').get(file.replace('Wells', 'Pumps')).expect(404);
  });

  it('lists each caller’s own tasks, newest first, filtered', async () => {
    const other = await makeDeployedAsset(app, { content: CONTENT });
    const first = await startExport(app, other.uid);
    const second = await startExport(app, other.uid, { type: 'xls' });
    for (const { url } of [first, second]) await waitForExport(app, url);
    const list = async (query = '', caller = 'owner'): Promise<string[]> => {
      const { body } = await app.as(caller).get(path(query, other.uid)).expect(200);
      expect(body.count).toBe(query.includes('limit') ? 2 : body.results.length);
      return (body.results as ExportJson[]).map((each) => each.uid);
    };
    expect(await list()).toEqual([second.uid, first.uid]);
    expect(await list('?ordering=date_created')).toEqual([first.uid, second.uid]);
    expect(await list('?limit=1&start=1')).toEqual([first.uid]);
    expect(await list('?q=data__type:xls')).toEqual([second.uid]);
    expect(await list(`?q=uid:${first.uid}%20AND%20status:complete`)).toEqual([first.uid]);
    expect(await list('?q=nonsense:x')).toEqual([]);
    expect(await list('', 'root')).toEqual([]);
    await app
      .as('root')
      .get(path(`${first.uid}/`, other.uid))
      .expect(404);
    await app
      .as('root')
      .delete(path(`${first.uid}/`, other.uid))
      .expect(404);
  });

  it('deletes a task with its file', async () => {
    const { url } = await startExport(app, uid, { type: 'geojson' });
    const { uid: made, result } = await waitForExport(app, url);
    await app
      .as('owner')
      .delete(path(`${made}/`))
      .expect(204);
    await app
      .as('owner')
      .get(path(`${made}/`))
      .expect(404);
    await app.as('owner').get(new URL(result!).pathname).expect(404);
  });

  it('keeps the newest ten', async () => {
    const other = await makeDeployedAsset(app, { content: CONTENT });
    const made: string[] = [];
    for (let number = 0; number < 12; number += 1) {
      const started = await startExport(app, other.uid, { name: String(number) });
      made.push((await waitForExport(app, started.url)).result!);
    }
    const { body } = await app.as('owner').get(path('', other.uid)).expect(200);
    expect(body.results.map((each: ExportJson) => each.data['name'])).toEqual(
      Array.from({ length: 10 }, (_, index) => String(11 - index)),
    );
    // Most were created in the same second, each with a unique name.
    expect(new Set(made.slice(2)).size).toBe(10);
  });

  it('withholds the file when the permission on its data is revoked', async () => {
    const { url } = await startExport(app, uid, {}, { by: 'viewer' });
    const { result } = await waitForExport(app, url, { by: 'viewer' });
    const file = new URL(result!).pathname;
    await app.as('viewer').get(file).expect(200);
    await grantPartially(app, uid, 'viewer', { view_submissions: [{ village: 'Karatu' }] });
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/permission-assignments/`).expect(200);
    for (const each of body as { url: string; user: string; permission: string }[]) {
      if (each.user.endsWith('/viewer/') && each.permission.endsWith('/view_submissions/')) {
        await app.as('owner').delete(new URL(each.url).pathname).expect(204);
      }
    }
    const { body: narrowed } = await app.as('viewer').get(new URL(url).pathname).expect(200);
    expect(narrowed).toMatchObject({ status: 'complete', result: null });
    await app.as('viewer').get(file).expect(404);
  });
});
