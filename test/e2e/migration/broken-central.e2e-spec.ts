import { moveFromCentral, versionOf } from '../../factories/central.factory';
import { startApp, type TestApp } from '../../support/app';
import type { CentralForm } from '../../support/central-data';
import { CentralServer } from '../../support/central-server';
import { FaultyProxy } from '../../support/faulty-proxy';

describe('moving from an ODK Central server that fails', () => {
  let central: CentralServer;
  let target: TestApp;
  let proxy: FaultyProxy;
  let form: CentralForm;

  beforeEach(async () => {
    [central, target] = [await CentralServer.start(), await startApp()];
    await target.addUser('owner');
    proxy = await FaultyProxy.start(central.origin);
    form = central.addForm(
      central.addProject('Water'),
      'wells',
      versionOf('wells', '1', { name: 'text', photo: 'image' }),
    );
    for (const name of ['Asha', 'Ben', 'Cleo', 'Dan']) {
      const photo = `${name}.jpg`;
      central.submit(form, `<name>${name}</name><photo>${photo}</photo>`, {
        files: { [photo]: Buffer.from(`photo of ${name}`) },
      });
    }
  });
  afterEach(async () => {
    await proxy.stop();
    await target.stop();
    await central.stop();
  });

  const move = (values: Parameters<typeof moveFromCentral>[2] = {}) =>
    moveFromCentral(target, central, { url: proxy.origin, ...values });
  const countSubmissions = async (): Promise<number> =>
    (await target.rows<{ count: number }>('SELECT count(*)::int AS count FROM submission'))[0]!.count;

  it('refuses a wrong password and a wrong token with what to do, and writes nothing', async () => {
    await expect(move({ password: 'wrong' })).rejects.toThrow(
      'The server refuses the e-mail address or the password. Correct them',
    );
    await expect(move({ token: 'wrong' })).rejects.toThrow('The server refuses the session. Sign in again');
    expect(await target.rows('SELECT FROM asset')).toEqual([]);
  });

  it('names an address that is not of ODK Central', async () => {
    await expect(move({ url: target.origin })).rejects.toThrow('Check that its address is of ODK Central.');
  });

  it('renews a session that expires in the middle, once', async () => {
    proxy.faultOf = (path) => {
      if (path.endsWith('Asha.jpg') && central.signIns === 1) central.expireSessions();
      return undefined;
    };
    expect(await move()).toMatchObject({ equal: true });
    expect(central.signIns).toBe(2);
  });

  it('ends when a given session expires, and continues with a new one', async () => {
    proxy.faultOf = (path) => {
      if (path.endsWith('Cleo.jpg')) central.expireSessions();
      return undefined;
    };
    await expect(move({ token: central.openSession() })).rejects.toThrow('The server refuses the session');
    expect(await countSubmissions()).toBe(2);
    proxy.faultOf = () => undefined;
    expect(await move({ token: central.openSession() })).toMatchObject({
      equal: true,
      assets: [{}, { submissions: { created: 2, unchanged: 2 } }],
    });
  });

  it('repeats bursts of 500, 429 with Retry-After, and answers that end early', async () => {
    const faults = [{ status: 500 }, { status: 429, headers: { 'Retry-After': '0' } }, 'cut'] as const;
    proxy.faultOf = (_path, attempt) => faults[attempt - 1];
    expect(await move()).toMatchObject({ equal: true });
    expect(await countSubmissions()).toBe(4);
  });

  it('reports an attachment that is gone, moves the rest, and takes it when it is back', async () => {
    proxy.faultOf = (path) => (path.endsWith('Ben.jpg') ? { status: 404 } : undefined);
    const report = await move();
    expect(report).toMatchObject({ equal: false, assets: [{}, { state: 'complete', problems: [] }] });
    expect(report.assets[1]!.notes).toEqual([expect.stringContaining('Ben.jpg is gone at the source')]);
    expect(await countSubmissions()).toBe(4);
    proxy.faultOf = () => undefined;
    expect(await move()).toMatchObject({
      equal: true,
      assets: [{}, { submissions: { changed: 1, unchanged: 3, attachments: 1 } }],
    });
  });

  it.each([403, 408, 429, 500])('names an attachment that is answered with %i', async (status) => {
    proxy.faultOf = (path) => (path.endsWith('Ben.jpg') ? { status } : undefined);
    const report = await move();
    expect(report).toMatchObject({ equal: false, assets: [{}, { state: 'incomplete', notes: [] }] });
    expect(report.assets[1]!.problems).toEqual([
      expect.stringContaining('the attachment Ben.jpg cannot be read at the source'),
    ]);
    expect(await countSubmissions()).toBe(4);
  });

  it('keeps a submission with its photo until the photo of its edit can be read', async () => {
    await move();
    central.edit(form, form.submissions[1]!, '<name>Bea</name><photo>Ben.jpg</photo>');
    const stored = () =>
      target.rows<{ name: string }>(
        `SELECT a.name FROM attachment a JOIN submission s ON s.asset_id = a.asset_id AND s.id = a.submission_id
          WHERE s.xml LIKE '%Ben.jpg%'`,
      );
    proxy.faultOf = (path) => (path.endsWith('Ben.jpg') ? { status: 429 } : undefined);
    expect(await move()).toMatchObject({ assets: [{}, { state: 'incomplete' }] });
    expect(await stored()).toEqual([{ name: 'Ben.jpg' }]);
    proxy.faultOf = () => undefined;
    expect(await move()).toMatchObject({ equal: true, assets: [{}, { submissions: { changed: 1 } }] });
    expect(await stored()).toEqual([{ name: 'Ben.jpg' }]);
  });

  it.each([
    ['the list', '.svc/', 403],
    ['the list', '.svc/', 429],
    ['the form', '/forms/wells', 404],
    ['attachments of a submission', '/attachments', 403],
    ['attachments of a submission', '/attachments', 408],
  ])('keeps submissions when %s (%s) is answered with %i', async (_name, part, status) => {
    await move();
    proxy.faultOf = (path) => (path.includes(part) ? { status } : undefined);
    const report = await move();
    expect(report).toMatchObject({ equal: false, assets: [{}, { state: 'incomplete' }], deletedAssets: [] });
    expect(report.assets[1]!.problems[0]).toContain(`returned status ${status}`);
    expect(await countSubmissions()).toBe(4);
  });

  it.each([
    ['projects', /\/projects$/, []],
    ['forms', /\/forms$/, []],
    ['submissions', /\.svc\//, [{}, { problems: [expect.stringContaining('the response has no list')] }]],
  ])('deletes nothing when the list of %s is not one', async (list, path, assets) => {
    await move();
    proxy.rewrite = (requested, body) => (path.test(requested.split('?')[0]!) ? '{"code":1}' : body);
    const run = move();
    if (list === 'projects') await expect(run).rejects.toThrow('the response has no list');
    else expect(await run).toMatchObject({ equal: false, deletedAssets: [], assets });
    expect(await countSubmissions()).toBe(4);
  });

  it('names a submission with malformed XML, and moves the other ones and the other forms', async () => {
    const { instanceId, versions } = form.submissions[1]!;
    versions[0] = { ...versions[0]!, xml: versions[0]!.xml.replace('</name>', '') };
    const other = central.addForm(central.projects[0]!, 'pumps', versionOf('pumps', '1', { name: 'text' }));
    central.submit(other, '<name>Eve</name>');
    const report = await move();
    expect(report).toMatchObject({
      assets: [{}, { state: 'incomplete', submissions: { created: 3 } }, { state: 'complete' }],
    });
    expect(report.assets[1]!.problems).toEqual([
      expect.stringContaining(
        `Submission ${instanceId}: its XML cannot be read at the source (The XML is not`,
      ),
    ]);
    expect(report.assets[1]!.differences).toContain(`submission ${instanceId}: missing here`);
    expect(await countSubmissions()).toBe(4);
  });

  it('deletes nothing when a project or its list cannot be read', async () => {
    await move();
    proxy.faultOf = (path) => (path.endsWith('/projects/1/forms') ? { status: 403 } : undefined);
    expect(await move()).toMatchObject({
      equal: false,
      assets: [],
      deletedAssets: [],
      failed: [expect.stringContaining('Forms of Water')],
    });
    proxy.faultOf = (path) => (path.includes('.svc/') ? { status: 502 } : undefined);
    await expect(move()).rejects.toThrow('Start again later');
    expect(await countSubmissions()).toBe(4);
  });

  it('names submissions whose XML the source does not deliver', async () => {
    proxy.faultOf = (path) => (/submissions\/[^/]+\.xml$/.test(path) ? { status: 404 } : undefined);
    const report = await move();
    expect(report.assets[1]!.problems).toHaveLength(4);
    expect(report.assets[1]!.problems[0]).toMatch(
      /^Submission uuid:[0-9a-f-]{36}: the source lists it without its XML$/,
    );
  });
});
