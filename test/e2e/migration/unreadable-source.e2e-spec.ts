import { makeForm, migrate, type MigrationValues } from '../../factories/migration.factory';
import { startApp, type TestApp } from '../../support/app';
import { FaultyProxy } from '../../support/faulty-proxy';

/** Statuses that say nothing about whether the server has the resource. */
const UNREADABLE = [403, 408, 429, 500];

describe('moving from a source that refuses parts', () => {
  let source: TestApp;
  let target: TestApp;
  let proxy: FaultyProxy;

  beforeEach(async () => {
    [source, target] = [await startApp({ hasOneProcess: true }), await startApp()];
    for (const app of [source, target]) await app.addUser('owner');
    proxy = await FaultyProxy.start(source.origin);
  });
  afterEach(async () => {
    await proxy.stop();
    await target.stop();
    await source.stop();
  });

  const move = (values: Partial<MigrationValues> = {}) =>
    migrate(target, proxy.origin, { token: source.tokenOf('owner'), pageSize: 2, ...values });
  const countSubmissions = async (): Promise<number> =>
    (await target.rows<{ count: number }>('SELECT count(*)::int AS count FROM submission'))[0]!.count;
  const refuse = (part: string, status: number): void => {
    proxy.faultOf = (path) => (path.includes(part) ? { status } : undefined);
  };

  it.each(UNREADABLE)('keeps a form that a list misses and that is answered with %i', async (status) => {
    const { uid } = await makeForm(source);
    await move();
    proxy.rewrite = (path, body) =>
      path.startsWith('/api/v2/assets/?') ? '{"count":0,"next":null,"results":[]}' : body;
    refuse(`/api/v2/assets/${uid}/`, status);
    expect(await move()).toMatchObject({
      equal: false,
      deletedAssets: [],
      failed: [expect.stringContaining(`${uid} (Wells): not listed, and not readable, so it is kept here`)],
    });
    await target.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    proxy.faultOf = () => undefined;
    expect(await move()).toMatchObject({ deletedAssets: [], failed: [] });
    refuse(`/api/v2/assets/${uid}/`, 410);
    expect(await move()).toMatchObject({ equal: true, deletedAssets: [`${uid} (Wells)`], failed: [] });
  });

  it.each(UNREADABLE)('names an attachment that is answered with %i, and takes it later', async (status) => {
    await makeForm(source);
    refuse('/attachments/', status);
    const report = await move();
    expect(report).toMatchObject({ equal: false, assets: [{ state: 'incomplete', notes: [] }] });
    expect(report.assets[0]!.problems).toEqual([
      expect.stringMatching(/^Submission \d+: the attachment photo\.jpg cannot be read at the source/),
    ]);
    expect(await countSubmissions()).toBe(3);
    proxy.faultOf = () => undefined;
    expect(await move()).toMatchObject({ equal: true, assets: [{ submissions: { attachments: 1 } }] });
  });

  it.each([403, 404, 408, 429])('keeps submissions whose list is answered with %i', async (status) => {
    await makeForm(source);
    await move();
    refuse('/data/', status);
    const report = await move();
    expect(report).toMatchObject({ equal: false, assets: [{ state: 'incomplete' }] });
    expect(report.assets[0]!.problems[0]).toContain(`returned status ${status}`);
    expect(await countSubmissions()).toBe(3);
  });

  it('keeps submissions when a list is not one, or repeats its page', async () => {
    await makeForm(source);
    await move();
    const page = (change: (body: string) => string) => {
      proxy.rewrite = (path, body) => (path.includes('/data/?') ? change(body) : body);
    };
    page(() => '{"detail":"busy"}');
    expect((await move()).assets[0]!.problems[0]).toContain('the response has no list');
    let first: string | undefined;
    page((body) => (first ??= body));
    expect((await move()).assets[0]!.problems[0]).toContain('the server repeats submissions of the page');
    expect(await countSubmissions()).toBe(3);
  });

  it('names a submission with malformed XML, and moves the other ones and the other forms', async () => {
    const { uid, uuids } = await makeForm(source, ['Asha', 'Ben', 'Cleo']);
    const other = await makeForm(source, ['Dan']);
    await source.rows(`UPDATE submission SET xml = replace(xml, '</name>', '') WHERE uuid = $1`, [uuids[1]]);
    const [{ id } = { id: 0 }] = await source.rows<{ id: number }>(
      'SELECT id FROM submission WHERE uuid = $1',
      [uuids[1]],
    );
    const report = await move();
    const byUid = new Map(report.assets.map((asset) => [asset.uid, asset]));
    expect(byUid.get(other.uid)).toMatchObject({ state: 'complete', differences: [] });
    expect(byUid.get(uid)).toMatchObject({
      state: 'incomplete',
      submissions: { created: 2 },
      problems: [
        expect.stringContaining(`Submission ${id}: its XML cannot be read at the source (The list of`),
      ],
      differences: [`submission ${id}: missing here`, 'active: true at the source, false here'].sort(),
    });
    expect(await countSubmissions()).toBe(3);
  });

  it('keeps a media file until the bytes that replace it are here', async () => {
    const { uid } = await makeForm(source);
    const path = `/api/v2/assets/${uid}/files/`;
    const add = (text: string) =>
      source
        .as('owner')
        .post(path)
        .field({ file_type: 'form_media', description: 'default' })
        .attach('content', Buffer.from(text), { filename: 'towns.csv', contentType: 'text/csv' })
        .expect(201);
    const { body } = await add('name,label\n');
    await move();
    await source
      .as('owner')
      .delete(`${path}${body.uid as string}/`)
      .expect(204);
    await add('name,label\n1,Ann\n');
    refuse('/content/', 429);
    expect(await move()).toMatchObject({ assets: [{ state: 'incomplete' }] });
    const md5s = () => target.rows<{ md5: string }>('SELECT md5 FROM asset_file');
    const [before] = await md5s();
    proxy.faultOf = () => undefined;
    expect(await move()).toMatchObject({ equal: true });
    expect(before).toBeDefined();
    expect(await md5s()).not.toEqual([before]);
  });
});
