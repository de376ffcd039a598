import { FORM_UUID, LIBRARY, SUBMISSIONS, UUIDS, VISITS, WELLS } from '../../factories/kobo-projects';
import { migrate, type MigrationValues } from '../../factories/migration.factory';
import { startApp, type TestApp } from '../../support/app';
import { KoboServer } from '../../support/kobo-server';

describe('moving from a KoboToolbox server', () => {
  let kobo: KoboServer;
  let target: TestApp;

  beforeEach(async () => {
    [kobo, target] = [await KoboServer.start(), await startApp()];
    for (const username of ['anna', 'ben', 'cleo']) {
      kobo.users.set(`token-of-${username}`, { username });
      await target.addUser(username);
    }
    kobo.users.set('token-of-root', { username: 'root', isSuperuser: true });
    kobo.assets.push(WELLS, ...LIBRARY, VISITS);
  });
  afterEach(async () => {
    await target.stop();
    await kobo.stop();
  });

  const move = (values: Partial<MigrationValues> = {}) =>
    migrate(target, kobo.origin, { token: 'token-of-anna', ...values });
  const get = async (path: string, by = 'anna') => (await target.as(by).get(path).expect(200)).body;

  it('moves every part, from lists of several pages', async () => {
    const report = await move();
    expect(report.assets.flatMap(({ problems, differences }) => [...problems, ...differences])).toEqual([]);
    expect(report).toMatchObject({ equal: true, failed: [], omitted: [], missingAccounts: [] });
    expect(report.assets.map(({ uid }) => uid).sort()).toEqual(kobo.assets.map(({ uid }) => uid).sort());
    const wells = await get('/api/v2/assets/aWells/');
    expect(wells).toMatchObject({
      name: 'Wells',
      tag_string: 'water,baseline',
      settings: { description: 'All wells', sector: { value: 'Water' } },
      deployment__active: true,
      deployment__uuid: FORM_UUID,
      deployed_version_id: 'vSecond',
      version_count: 3,
      report_custom: { r1: { name: 'R' } },
      map_styles: { colorSet: 'a' },
      data_sharing: { enabled: true, fields: ['village'] },
      deployed_versions: { results: [{ uid: 'vSecond' }, { uid: 'vFirst' }] },
    });
    expect(wells.content.survey.map(({ name }: { name: string }) => name)).toEqual(['village', 'photo']);
    const { results: files } = await get('/api/v2/assets/aWells/files/');
    expect(
      files.map(({ file_type, metadata }: { file_type: string; metadata: Record<string, unknown> }) => [
        file_type,
        metadata['filename'],
        metadata['redirect_url'],
      ]),
    ).toEqual([
      ['form_media', 'crab.png', undefined],
      ['map_layer', 'layer.csv', undefined],
      ['form_media', 'remote.jpg', 'https://files.example/remote.jpg'],
    ]);
    const { results: settings } = await get('/api/v2/assets/aWells/export-settings/');
    expect(settings).toHaveLength(WELLS.exportSettings!.length);
    for (const { name, request } of WELLS.exportSettings!)
      expect(settings).toContainEqual(
        expect.objectContaining({ name, export_settings: expect.objectContaining(request) }),
      );
    expect(await get('/api/v2/assets/aVisits/paired-data/')).toMatchObject({
      results: [{ source: expect.stringContaining('aWells'), fields: ['village'], filename: 'wells.xml' }],
    });
    expect(report.assets.find(({ uid }) => uid === 'aVisits')!.notes).toEqual([
      'Paired data orphan.xml is left out: its project is gone at the source',
    ]);
    expect(await get('/api/v2/assets/a_question/')).toMatchObject({
      parent: expect.stringContaining('aInner'),
    });
    expect(await get('/api/v2/assets/aVisits/')).toMatchObject({ deployment__active: false });
  });

  it('moves webhooks of one name and address each, once, inactive', async () => {
    await move();
    await move();
    const { results } = await get('/api/v2/assets/aWells/hooks/');
    const byAuthLevel = results.map((hook: Record<string, unknown>) => [
      hook['auth_level'],
      hook['export_type'],
      hook['active'],
      hook['subset_fields'],
    ]);
    expect(byAuthLevel).toHaveLength(3);
    expect(byAuthLevel).toEqual(
      expect.arrayContaining([
        ['no_auth', 'json', false, ['village', '_id']],
        ['basic_auth', 'json', false, []],
        ['no_auth', 'xml', false, []],
      ]),
    );
  });

  it('moves permissions, partial and public ones', async () => {
    await move();
    const assignments = (await get('/api/v2/assets/aWells/permission-assignments/')) as Record<
      string,
      unknown
    >[];
    const others = assignments.filter(({ user }) => !String(user).endsWith('/anna/'));
    const codenames = others.map(({ user, permission, partial_permissions: partial }) => [
      String(user).split('/').at(-2),
      String(permission).split('/').at(-2),
      ...(partial === undefined ? [] : [(partial as { filters: unknown }[]).map(({ filters }) => filters)]),
    ]);
    expect(codenames).toEqual(
      expect.arrayContaining([
        ['AnonymousUser', 'view_asset'],
        ['ben', 'view_asset'],
        ['ben', 'partial_submissions', [[{ _submitted_by: 'cleo' }]]],
      ]),
    );
  });

  it('moves submissions as recorded ones are: edits, other schemes, prefixes, no instanceID, deleted files', async () => {
    await move();
    const { results } = await get('/api/v2/assets/aWells/data/?sort={"_id":1}');
    expect(results).toMatchObject(
      SUBMISSIONS.map(({ id, uuid, rootUuid, submittedBy, answers }) => ({
        ...answers,
        _id: id,
        _uuid: uuid,
        'meta/rootUuid': rootUuid,
        _submitted_by: submittedBy,
        _submission_time: `2026-03-03T10:00:${id}`,
      })),
    );
    expect(results[0]).toMatchObject({
      'meta/deprecatedID': `uuid:${UUIDS[0]}`,
      _validation_status: { uid: 'validation_status_on_hold', by_whom: 'ben', timestamp: 1772352000 },
      _attachments: [
        { uid: 'attOne', media_file_basename: 'first photo.png', is_deleted: false, question_xpath: 'photo' },
      ],
    });
    expect(results[1]._attachments).toMatchObject([{ uid: 'attTwo', is_deleted: true }]);
    const photo = await get('/api/v2/assets/aWells/data/11/attachments/attOne/');
    expect(String(photo)).toBe('photo');
    expect(kobo.paths.filter((path) => path.endsWith('.xml'))).toEqual([
      '/api/v2/assets/aWells/data/18.xml',
      '/api/v2/assets/aWells/data/18.xml',
    ]);
  });

  it('tells beforehand what would come', async () => {
    const { assets } = await move({ dryRun: true });
    expect(assets.find(({ uid }) => uid === 'aWells')!.notes.slice(0, 2)).toEqual([
      '5 submissions',
      '1 attachments, 12 bytes',
    ]);
  });

  it('omits what others share, and refuses what a token does not open', async () => {
    kobo.assets.push({
      ...LIBRARY[0]!,
      uid: 'aBens',
      name: 'Of Ben',
      owner: 'ben',
      grants: [{ username: 'anna', codename: 'view_asset' }],
    });
    const report = await move();
    expect(report.omitted).toEqual(['aBens (Of Ben): belongs to ben']);
    await expect(move({ token: 'token-of-nobody' })).rejects.toThrow('The server refuses the token.');
    expect(await move({ owners: ['ben'] })).toMatchObject({
      equal: false,
      assets: [],
      failed: [expect.stringContaining('only the token of a superuser opens other accounts')],
    });
  });

  it('creates accounts with the e-mail addresses that the source shows', async () => {
    await target.rows(`DELETE FROM app_user WHERE username IN ('anna', 'ben', 'cleo')`);
    const emails = async () =>
      target.rows(`SELECT username, email, is_active AS active FROM app_user
                    WHERE username IN ('anna', 'ben', 'cleo') ORDER BY username`);
    expect(await move({ createAccounts: true })).toMatchObject({ createdAccounts: ['anna', 'ben'] });
    expect(await emails()).toEqual([
      { username: 'anna', email: 'anna@example.org', active: false },
      { username: 'ben', email: '', active: false },
    ]);
    await target.rows(`DELETE FROM asset`);
    await target.rows(`DELETE FROM app_user WHERE username IN ('anna', 'ben')`);
    kobo.assets.push({ ...LIBRARY[0]!, uid: 'aCleos', name: 'Of Cleo', owner: 'cleo' });
    await move({ createAccounts: true, token: 'token-of-root' });
    expect(await emails()).toEqual([
      { username: 'anna', email: 'anna@example.org', active: false },
      { username: 'ben', email: 'ben@example.org', active: false },
      { username: 'cleo', email: '', active: false },
    ]);
  });

  it('moves everything for owners that it created deactivated, paired data too', async () => {
    await target.rows(`DELETE FROM app_user WHERE username IN ('anna', 'ben', 'cleo')`);
    const report = await move({ createAccounts: true, token: 'token-of-root' });
    expect(report.assets.flatMap(({ problems, differences }) => [...problems, ...differences])).toEqual([]);
    expect(report).toMatchObject({ equal: true });
    expect(await target.rows('SELECT filename FROM paired_data')).toEqual([{ filename: 'wells.xml' }]);
  });

  it('opens all accounts with the token of a superuser', async () => {
    kobo.assets.push({ ...LIBRARY[0]!, uid: 'aBens', name: 'Of Ben', owner: 'ben' });
    const report = await move({ token: 'token-of-root' });
    expect(report.assets.map(({ owner }) => owner)).toEqual([...Array<string>(7).fill('anna'), 'ben'].sort());
    expect(report).toMatchObject({ equal: true, failed: [] });
  });
});
