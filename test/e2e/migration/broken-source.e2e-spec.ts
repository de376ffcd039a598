import { makeForm, migrate, type MigrationValues } from '../../factories/migration.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { FaultyProxy } from '../../support/faulty-proxy';

describe('moving from a source that fails', () => {
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

  it('refuses a wrong token with what to do, and writes nothing', async () => {
    await makeForm(source);
    await expect(move({ token: 'wrong' })).rejects.toThrow('The server refuses the token. Create a new one');
    expect(await target.rows('SELECT FROM asset')).toEqual([]);
  });

  it('repeats bursts of 500, 429 with Retry-After, and answers that end early', async () => {
    const { uid } = await makeForm(source);
    const faults = [{ status: 500 }, { status: 429, headers: { 'Retry-After': '0' } }, 'cut'] as const;
    proxy.faultOf = (_path, attempt) => faults[attempt - 1];
    const report = await move();
    expect(report).toMatchObject({ equal: true, assets: [{ uid, state: 'complete' }] });
    expect(await countSubmissions()).toBe(3);
  });

  it('ends after lasting errors, and continues where it stopped', async () => {
    const { uid } = await makeForm(source, ['Asha', 'Ben', 'Cleo', 'Dan', 'Eve']);
    proxy.faultOf = (path) =>
      path.includes('/data/?') && path.includes('%24gt') ? { status: 503 } : undefined;
    await expect(move()).rejects.toThrow('Start again later: what has been moved is kept.');
    expect(await countSubmissions()).toBe(2);
    const { body } = await target.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(body.deployment__active).toBe(false);
    proxy.faultOf = () => undefined;
    proxy.paths.length = 0;
    const report = await move();
    expect(report).toMatchObject({
      equal: true,
      assets: [{ state: 'complete', submissions: { created: 3, unchanged: 2, attachments: 0 } }],
    });
    const after = await target.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(after.body.deployment__active).toBe(true);
  });

  it('ends when the token expires in between, and continues with a new one', async () => {
    await makeForm(source, ['Asha', 'Ben', 'Cleo']);
    proxy.faultOf = (path) => (path.includes('%24gt') ? { status: 401 } : undefined);
    await expect(move()).rejects.toThrow('The server refuses the token');
    proxy.faultOf = () => undefined;
    expect(await move()).toMatchObject({ equal: true, assets: [{ submissions: { created: 1 } }] });
  });

  it.each([404, 410])(
    'reports an attachment that is gone (%i), and takes it when it is back',
    async (status) => {
      const { uid } = await makeForm(source);
      proxy.faultOf = (path) => (path.includes('/attachments/') ? { status } : undefined);
      const report = await move();
      expect(report).toMatchObject({ equal: false, assets: [{ uid, state: 'complete', problems: [] }] });
      expect(report.assets[0]!.notes).toEqual([expect.stringContaining('photo.jpg is gone at the source')]);
      expect(report.assets[0]!.differences).toEqual([
        expect.stringContaining('the attachment photo.jpg is missing here'),
      ]);
      expect(await countSubmissions()).toBe(3);
      proxy.faultOf = () => undefined;
      expect(await move()).toMatchObject({
        equal: true,
        assets: [{ submissions: { created: 0, changed: 1, unchanged: 2, attachments: 1 } }],
      });
    },
  );

  it('moves what it may read of a form, and names the parts it may not', async () => {
    const { uid } = await makeForm(source);
    proxy.faultOf = (path) => (path.includes('/hooks/') ? { status: 403 } : undefined);
    const report = await move();
    expect(report).toMatchObject({ equal: false, assets: [{ uid, state: 'incomplete' }] });
    expect(report.assets[0]!.problems).toEqual([expect.stringContaining('hooks: /api/v2/assets')]);
    expect(await countSubmissions()).toBe(3);
    const { body } = await target.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(body.deployment__active).toBe(false);
  });

  it('deploys a form that the converter refuses with its XForm, and names it', async () => {
    const { uid } = await makeForm(source);
    // The content refers to a question that does not exist; the XForm of the source works.
    proxy.rewrite = (path, body) =>
      /\/versions\/v\w+\/|\/assets\/a\w+\/\?*$/.test(path) && body.startsWith('{')
        ? body.replace('"type":"integer"', '"relevant":"${nowhere} = 1","type":"integer"')
        : body;
    const report = await move();
    expect(report.assets[0]).toMatchObject({ uid, state: 'complete', problems: [], differences: [] });
    expect(report.assets[0]!.notes).toEqual([
      expect.stringContaining('is deployed with the XForm of the source'),
    ]);
    const form = await target.as('owner').get(`/owner/forms/${uid}/form.xml`);
    const [{ xml } = { xml: '' }] = await target.rows<{ xml: string }>('SELECT xml FROM deployment');
    expect(xml).toContain('What is your name?');
    expect(form.status).toBeLessThan(500);
    await submit(target, uid);
  });

  it('names questions, settings and tags that changed at the source before the comparison', async () => {
    const { uid } = await makeForm(source, ['Asha']);
    let reads = 0;
    proxy.rewrite = (path, body) => {
      if (!path.startsWith(`/api/v2/assets/${uid}/`) || !body.includes('"tag_string"')) return body;
      reads += 1;
      if (reads === 1) return body;
      return body
        .replaceAll('What is your name?', 'Who are you?')
        .replace(/"tag_string":"[^"]*"/, '"tag_string":"water"')
        .replace(
          /"settings":\{(\}?)/g,
          (_, end: string) => `"settings":{"note":"x"${end === '' ? ',' : end}`,
        );
    };
    const report = await move();
    expect(report).toMatchObject({ equal: false, assets: [{ state: 'complete', problems: [] }] });
    expect(report.assets[0]!.differences).toEqual([
      'tags: ["water"] at the source, [] here',
      'setting note: "x" at the source, null here',
      'question name: label differ',
      'form setting note: differs',
    ]);
  });

  it('refuses identifiers that are not those of a server', async () => {
    const { uid } = await makeForm(source);
    proxy.rewrite = (path, body) =>
      path.includes('/versions/?') ? body.replace(/"uid":"v\w+"/, '"uid":"../../x"') : body;
    const report = await move();
    expect(report.assets[0]).toMatchObject({ uid, state: 'incomplete' });
    expect(report.assets[0]!.problems).toEqual([expect.stringContaining('is not valid')]);
    expect(await target.rows('SELECT FROM asset')).toEqual([]);
  });

  it.each([
    ['an attachment', /"uid"\s*:\s*"att\w+"/, '"uid":"x\\",\\"y"', 'of an attachment is not valid'],
    ['a submitter', /"_submitted_by"\s*:\s*"owner"/, '"_submitted_by":"a\\u0000b"', 'holds a NUL character'],
    ['a uuid', /"_uuid"\s*:\s*"/, `"_uuid":"${'u'.repeat(600)}`, 'its uuid must have 1 to 500 characters'],
    ['an id', /"_id"\s*:\s*\d+/, '"_id":"x"', 'ids that are not numbers'],
  ])('names submissions with a bad text for %s', async (_name, pattern, text, problem) => {
    await makeForm(source, ['Asha', 'Ben']);
    proxy.rewrite = (path, body) => (path.includes('/data/?') ? body.replace(pattern, text) : body);
    const report = await move();
    expect(report).toMatchObject({ equal: false, assets: [{ state: 'incomplete' }] });
    expect(report.assets[0]!.problems).toContainEqual(expect.stringContaining(problem));
  });

  it('keeps a form that a list misses but the source still has', async () => {
    const { uid } = await makeForm(source);
    await move();
    proxy.rewrite = (path, body) =>
      path.startsWith('/api/v2/assets/?') ? '{"count":0,"next":null,"results":[]}' : body;
    expect(await move()).toMatchObject({ assets: [], deletedAssets: [] });
    await target.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
  });

  it('keeps submissions when the source lists none for the moment, but fails', async () => {
    await makeForm(source);
    await move();
    proxy.faultOf = (path) => (path.includes('/data/') ? { status: 502 } : undefined);
    await expect(move()).rejects.toThrow('Start again later');
    expect(await countSubmissions()).toBe(3);
  });

  it('does not reach private networks unless it may', async () => {
    await makeForm(source);
    await expect(move({ server: { allowPrivateAddresses: false } })).rejects.toThrow(
      /Addresses of private networks must be allowed explicitly: by --allow-private for a command, .* service\.$/,
    );
    expect(proxy.paths).toEqual([]);
  });
});
