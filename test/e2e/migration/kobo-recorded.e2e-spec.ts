import { ALBUM, FARM, SHELVES } from '../../factories/kobo-recorded';
import { migrate, type MigrationValues } from '../../factories/migration.factory';
import { startApp, type TestApp } from '../../support/app';
import { KoboServer } from '../../support/kobo-server';

type Json = Readonly<Record<string, unknown>>;

describe('moving what a running KoboToolbox was recorded with', () => {
  let kobo: KoboServer;
  let target: TestApp;

  beforeEach(async () => {
    [kobo, target] = [await KoboServer.start(), await startApp()];
    for (const username of ['anna', 'ben', 'cleo', 'dan']) {
      kobo.users.set(`token-of-${username}`, { username });
      await target.addUser(username);
    }
  });
  afterEach(async () => {
    await target.stop();
    await kobo.stop();
  });

  const move = (values: Partial<MigrationValues> = {}) =>
    migrate(target, kobo.origin, { token: 'token-of-anna', ...values });
  const get = async (path: string, by = 'anna') => (await target.as(by).get(path).expect(200)).body;
  const complaints = ({ assets }: Awaited<ReturnType<typeof move>>) =>
    assets.flatMap(({ problems, differences }) => [...problems, ...differences]);
  /** Grants to others, as `user codename`, with filters of partial ones. */
  const grantsOf = async (uid: string) =>
    ((await get(`/api/v2/assets/${uid}/permission-assignments/`)) as Json[])
      .map(({ user, permission, partial_permissions: partial }) =>
        [
          String(user).split('/').at(-2),
          String(permission).split('/').at(-2),
          ...(partial === undefined
            ? []
            : (partial as Json[]).map(
                ({ url, filters }) => `${String(url).split('/').at(-2)} ${JSON.stringify(filters)}`,
              )),
        ].join(' '),
      )
      .filter((text) => !text.startsWith('anna '))
      .sort();

  it('moves collections in collections, with the rights that come down to what is in them', async () => {
    kobo.assets.push(...SHELVES.toReversed(), ALBUM);
    const report = await move();
    expect(complaints(report)).toEqual([]);
    expect(report).toMatchObject({ equal: true, missingAccounts: [] });
    const parents = await target.rows(
      `SELECT child.uid, parent.uid AS parent FROM asset child JOIN asset parent ON parent.id = child.parent_id
        ORDER BY child.uid`,
    );
    expect(parents).toEqual([
      { uid: 'aAlbum', parent: 'aShelf' },
      { uid: 'aBoard', parent: 'aShelf' },
      { uid: 'aBox', parent: 'aBoard' },
      { uid: 'aBoxed_block', parent: 'aBox' },
      { uid: 'aBoxed_question', parent: 'aBox' },
      { uid: 'aBoxed_template', parent: 'aBox' },
    ]);
    expect(await grantsOf('aShelf')).toEqual([
      'AnonymousUser discover_asset',
      'AnonymousUser view_asset',
      'ben view_asset',
      'cleo discover_asset',
      'cleo view_asset',
    ]);
    expect(await grantsOf('aBoxed_question')).toEqual(['AnonymousUser view_asset', 'ben view_asset']);
    expect(await get('/api/v2/assets/aBoxed_question/', 'ben')).toMatchObject({ name: 'Boxed question' });
    expect(await get('/api/v2/assets/aShelf/')).toMatchObject({ status: 'public-discoverable' });
  });

  it('moves photos in repeats, deleted and absent ones, edits, and each validation status', async () => {
    kobo.assets.push(SHELVES[0]!, ALBUM);
    const report = await move();
    expect(complaints(report)).toEqual([]);
    const album = report.assets.find(({ uid }) => uid === 'aAlbum')!;
    expect(album).toMatchObject({
      submissions: { created: 4, attachments: 4 },
      comparison: {
        attachments: { source: 5, here: 5 },
        validationStatuses: {
          source: {
            validation_status_approved: 1,
            validation_status_not_approved: 1,
            validation_status_on_hold: 1,
          },
        },
      },
    });
    const { results } = await get('/api/v2/assets/aAlbum/data/?sort={"_id":1}');
    expect(results).toMatchObject([
      {
        _validation_status: { uid: 'validation_status_approved', by_whom: 'ben' },
        kid: [{ 'kid/face': 'k1.png' }, { 'kid/face': 'k2.gif' }],
        // Deleted ones are listed last here.
        _attachments: [
          { uid: 'attNotes', is_deleted: false, question_xpath: 'paper' },
          { uid: 'attKid1', is_deleted: false, question_xpath: 'kid[1]/face' },
          { uid: 'attKid2', is_deleted: false, question_xpath: 'kid[2]/face' },
          { uid: 'attFirst', is_deleted: true, question_xpath: 'photo' },
        ],
      },
      { _validation_status: { uid: 'validation_status_not_approved' }, photo: 'missing.png' },
      {
        _submitted_by: null,
        _validation_status: { uid: 'validation_status_on_hold' },
        _attachments: [{ media_file_basename: 'ünï(1).png' }],
      },
      {
        new_q: 'new',
        'meta/rootUuid': `uuid:${ALBUM.submissions![3]!.rootUuid.slice(5)}`,
        _uuid: ALBUM.submissions![3]!.uuid,
        _validation_status: {},
      },
    ]);
    const photo = await get('/api/v2/assets/aAlbum/data/33/attachments/attUni/');
    expect(String(photo)).toBe('bytes of ünï(1).png');
    expect(album.notMoved).toEqual([
      'answers before edits (submissions: 1)',
      'transcripts, translations and analysis (submissions: 1)',
    ]);
  });

  it('names by form the rights of users who are missing here', async () => {
    await target.rows(`DELETE FROM app_user WHERE username = 'cleo'`);
    kobo.assets.push(...SHELVES, ALBUM, FARM);
    const report = await move();
    expect(report).toMatchObject({ equal: false, missingAccounts: ['cleo'] });
    const notes = report.assets.flatMap(({ uid, notes }) => notes.map((note) => [uid, note]));
    const missing = 'Permissions of cleo are left out: there is no such user here';
    expect(notes.flatMap(([uid, note]) => (note === missing ? [uid] : [])).sort()).toEqual([
      'aFarm',
      'aShelf',
    ]);
    expect(await move({ createAccounts: true })).toMatchObject({ equal: true, createdAccounts: ['cleo'] });
  });

  it('moves partial rights, which show the same submissions; one that cannot be evaluated shows none', async () => {
    kobo.assets.push(FARM);
    const report = await move();
    expect(await grantsOf('aFarm')).toEqual([
      'ben add_submissions',
      'ben partial_submissions add_submissions [{"district":"north"}] view_submissions [{"district":"north"}] change_submissions [{"district":"north"}]',
      'ben view_asset',
      'cleo partial_submissions view_submissions [{"district":"south"},{"_submitted_by":{"$in":["ben","anna"]}}] delete_submissions [{"district":"south"}] validate_submissions [{"_submitted_by":{"$in":["ben","anna"]}}]',
      'cleo view_asset',
      'dan partial_submissions view_submissions [{"a":{"$nonsense":1}}]',
      'dan view_asset',
    ]);
    const idsFor = async (by: string) =>
      ((await get('/api/v2/assets/aFarm/data/?sort={"_id":1}', by)).results as Json[]).map(
        (row) => row['_id'],
      );
    expect([await idsFor('anna'), await idsFor('ben'), await idsFor('cleo')]).toEqual([
      [35, 36],
      [35],
      [35, 36],
    ]);
    expect(await idsFor('dan')).toEqual([]);
    expect(complaints(report)).toEqual([]);
  });

  it('moves repeats in repeats, and a text where the form has a group', async () => {
    kobo.assets.push({ ...FARM, grants: [] });
    const report = await move();
    expect(complaints(report)).toEqual([]);
    const { results } = await get('/api/v2/assets/aFarm/data/?sort={"_id":1}');
    expect(results).toMatchObject(FARM.submissions!.map(({ id, answers }) => ({ _id: id, ...answers })));
  });
});
