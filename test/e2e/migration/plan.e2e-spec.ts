import { grant, makeAsset } from '../../factories/asset.factory';
import { makeHook } from '../../factories/hook.factory';
import { makeForm, migrate } from '../../factories/migration.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { FaultyProxy } from '../../support/faulty-proxy';

describe('migrate-from --dry-run', () => {
  let source: TestApp;
  let target: TestApp;
  let proxy: FaultyProxy;
  let uid: string;

  beforeAll(async () => {
    [source, target] = [await startApp({ hasOneProcess: true }), await startApp()];
    for (const name of ['owner', 'viewer', 'helper']) await source.addUser(name);
    for (const name of ['owner', 'helper']) await target.addUser(name);
    proxy = await FaultyProxy.start(source.origin);
    ({ uid } = await makeForm(source));
  });
  afterEach(async () => {
    proxy.faultOf = () => undefined;
    proxy.rewrite = undefined;
    expect(await target.rows('SELECT FROM asset')).toEqual([]);
  });
  afterAll(async () => {
    await proxy.stop();
    await target.stop();
    await source.stop();
  });

  const plan = async () => {
    const { assets } = await migrate(target, proxy.origin, {
      token: source.tokenOf('owner'),
      pageSize: 2,
      dryRun: true,
      assetUids: [uid],
    });
    return assets[0]!;
  };

  it('tells numbers and bytes of attachments', async () => {
    expect((await plan()).notes).toEqual(['3 submissions', '1 attachments, 7 bytes']);
    const file = { name: 'map.jpg', content: Buffer.from('another one'), type: 'image/jpeg' };
    const answers = '<person><name>Dan</name></person><consent>yes</consent><photo>map.jpg</photo>';
    await submit(source, uid, { answers, files: [file] });
    expect((await plan()).notes).toEqual(['4 submissions', '2 attachments, 18 bytes']);
  });

  it.each([403, 404, 429])(
    'tells the number of attachments where usage is answered with %i',
    async (status) => {
      proxy.faultOf = (path) => (path.includes('/asset_usage/') ? { status } : undefined);
      expect((await plan()).notes[1]).toMatch(/^\d attachments, an unknown number of bytes$/);
    },
  );

  it('names submissions that the source does not list', async () => {
    proxy.faultOf = (path) => (path.includes('/data/') ? { status: 403 } : undefined);
    expect((await plan()).problems).toEqual([expect.stringContaining('returned status 403')]);
  });

  it('names kinds of question that cannot come, with their row, and each other problem of the form', async () => {
    proxy.rewrite = (path, body) =>
      path.startsWith(`/api/v2/assets/${uid}/?`) || path === `/api/v2/assets/${uid}/`
        ? body
            .replace('"type":"integer"', '"type":"hologram"')
            .replace('"type":"image"', '"relevant":"${nowhere} = 1","type":"image"')
        : body;
    const { notes, state } = await plan();
    expect(state).toBe('planned');
    expect(notes.slice(2)).toEqual([
      'The form does not compile here; its XForm would be taken over:',
      expect.stringMatching(/^survey, row \d+, column type: .*hologram/),
      expect.stringMatching(/^survey, row \d+, column relevant: .*nowhere/),
    ]);
  });

  it('names missing users, and webhooks that would arrive inactive', async () => {
    await makeHook(source, uid, { name: 'To the ministry' });
    await grant(source, uid, 'viewer', ['view_asset', 'view_submissions']);
    await grant(source, uid, 'helper', ['view_asset']);
    expect((await plan()).notes.slice(2)).toEqual([
      'Permissions of viewer would be left out: there is no such user here',
      'Webhook To the ministry: would arrive inactive',
    ]);
  });

  it('tells of an asset without submissions only what it has', async () => {
    const { uid: block } = await makeAsset(source, { asset_type: 'block' });
    const { assets } = await migrate(target, proxy.origin, {
      token: source.tokenOf('owner'),
      dryRun: true,
      assetUids: [block],
    });
    expect(assets).toMatchObject([{ state: 'planned', notes: [], problems: [] }]);
  });
});
