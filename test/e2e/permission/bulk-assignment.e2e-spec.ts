import { grant, grantPartially, makeAsset, partialAssignment } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'ann', 'bob', 'manager', 'retired']) await app.addUser(username);
});
afterAll(() => app.stop());

const path = (uid: string, below = ''): string => `/api/v2/assets/${uid}/permission-assignments/${below}`;
const item = (username: string, codename: string) => ({
  user: `/api/v2/users/${username}/`,
  permission: `/api/v2/permissions/${codename}/`,
});

interface Assignment {
  readonly url: string;
  readonly user: string;
  readonly permission: string;
}

async function list(uid: string): Promise<Assignment[]> {
  return (await app.as('owner').get(path(uid)).expect(200)).body as Assignment[];
}

/** Permissions of all users but the owner, as `ann: view_asset`. */
async function heldByOthers(uid: string): Promise<string[]> {
  return (await list(uid))
    .map(({ user, permission }) => `${user.split('/').at(-2)}: ${permission.split('/').at(-2)}`)
    .filter((line) => !line.startsWith('owner:'));
}

describe('POST permission-assignments/bulk/', () => {
  const replace = (uid: string, sent: object, by = 'owner') => app.as(by).post(path(uid, 'bulk/')).send(sent);

  it('replaces all permissions of others, with implied ones (200 with the list)', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'bob', ['manage_asset']);
    const { body } = await replace(uid, [
      item('ann', 'delete_submissions'),
      item('AnonymousUser', 'view_asset'),
      item('ann', 'delete_submissions'),
    ]).expect(200);
    expect(body).toEqual(await list(uid));
    expect(await heldByOthers(uid)).toEqual([
      'AnonymousUser: view_asset',
      'ann: delete_submissions',
      'ann: view_asset',
      'ann: view_submissions',
    ]);
    const again = await replace(uid, [
      item('ann', 'delete_submissions'),
      item('AnonymousUser', 'view_asset'),
    ]);
    expect(again.body).toEqual(body);
  });

  it('removes all others with an empty list, including deactivated users', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'retired', ['manage_asset']);
    await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'retired'`);
    const { body } = await replace(uid, []).expect(200);
    expect(body).toHaveLength(9);
    const rows = await app.rows(
      `SELECT 1 FROM permission_assignment p JOIN asset a ON a.id = p.asset_id WHERE a.uid = $1`,
      [uid],
    );
    expect(rows).toHaveLength(9);
  });

  it('grants partial_submissions; the last filters of a user win', async () => {
    const { uid } = await makeAsset(app);
    const partial = partialAssignment('ann', { delete_submissions: [{ district: 'north' }] });
    await replace(uid, [item('ann', 'view_submissions'), partial, item('bob', 'view_asset')]).expect(200);
    expect(await heldByOthers(uid)).toEqual([
      'ann: partial_submissions',
      'ann: view_asset',
      'bob: view_asset',
    ]);
    expect(await list(uid)).toContainEqual(
      expect.objectContaining({
        partial_permissions: ['view_submissions', 'delete_submissions'].map((codename) => ({
          url: `${app.origin}/api/v2/permissions/${codename}/`,
          filters: [{ district: 'north' }],
        })),
      }),
    );
    await replace(uid, [partial, item('ann', 'view_submissions')]).expect(200);
    expect(await heldByOthers(uid)).toEqual(['ann: view_asset', 'ann: view_submissions']);
  });

  const withoutGrants = { user: ['Invalid hyperlink - Object does not exist.'] };
  const nothing = { permission: ['Invalid hyperlink - Object does not exist.'] };
  it.each<[why: string, sent: object, refusal: object]>([
    [
      'an object',
      item('ann', 'view_asset'),
      { assignments: ['Expected a list of items but got type "dict".'] },
    ],
    ['words', ['ann'], { assignments: ['Expected a list of objects.'] }],
    [
      'an entry without user',
      [item('ann', 'view_asset'), { permission: '/api/v2/permissions/view_asset/' }],
      { assignments: { '1': { user: ['This field is required.'] } } },
    ],
    ['an unknown user', [item('ann', 'view_asset'), item('nobody', 'view_asset')], withoutGrants],
    [
      'a link to another resource than a user',
      [{ ...item('ann', 'view_asset'), user: '/nonsense/' }],
      withoutGrants,
    ],
    ['an unknown permission', [item('ann', 'view_asset'), item('ann', 'rule_asset')], nothing],
    [
      'a link to another resource than a permission',
      [{ ...item('ann', 'view_asset'), permission: '/nonsense/' }],
      nothing,
    ],
    [
      'the owner',
      [item('ann', 'view_asset'), item('owner', 'view_asset')],
      { user: ["Owner's permissions cannot be assigned explicitly"] },
    ],
    [
      'more than AnonymousUser may hold',
      [item('ann', 'view_asset'), item('AnonymousUser', 'change_asset')],
      { permission: ['Anonymous users cannot be granted the permission change_asset.'] },
    ],
    [
      'a partial permission without filters',
      [item('ann', 'view_asset'), item('ann', 'partial_submissions')],
      { non_field_errors: ['Permission assignment must contain filters'] },
    ],
    [
      'filters on another permission',
      [partialAssignment('ann', { view_asset: [{ district: 'north' }] })],
      { partial_permissions: ['Invalid `url`'] },
    ],
  ])('returns 400 for %s and changes nothing', async (_, sent, refusal) => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'bob', ['view_asset']);
    const before = await list(uid);
    const { body } = await replace(uid, sent).expect(400);
    expect(body).toEqual(refusal);
    expect(await list(uid)).toEqual(before);
  });

  it('accepts permissions on submissions for surveys only (400)', async () => {
    const { uid } = await makeAsset(app, { asset_type: 'template' });
    const sent = [item('ann', 'view_asset'), item('bob', 'view_submissions')];
    const { body } = await replace(uid, sent).expect(400);
    expect(Object.keys(body as object)).toEqual(['permission']);
    expect(await heldByOthers(uid)).toEqual([]);
  });

  it('requires manage_asset', async () => {
    const { uid } = await makeAsset(app);
    await replace(uid, [item('ann', 'change_asset'), item('manager', 'manage_asset')]).expect(200);
    await replace(uid, [], 'ann').expect(403);
    await replace(uid, [], 'bob').expect(404);
    await replace(uid, [], ANONYMOUS).expect(404);
    await replace(uid, [item('bob', 'view_asset')], 'manager').expect(200);
    await replace(uid, [], 'manager').expect(404);
    expect(await heldByOthers(uid)).toEqual(['bob: view_asset']);
  });
});

describe('DELETE permission-assignments/bulk/', () => {
  const drop = (uid: string, username: string, by = 'owner') =>
    app.as(by).delete(path(uid, 'bulk/')).send({ username });

  it('revokes all permissions of a user (204), also if there are none', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'ann', ['manage_asset']);
    await grantPartially(app, uid, 'bob', { view_submissions: [{ district: 'north' }] });
    await drop(uid, 'Ann').expect(204);
    await drop(uid, 'nobody_at_all').expect(204);
    await drop(uid, 'manager').expect(204);
    expect(await heldByOthers(uid)).toEqual(['bob: partial_submissions', 'bob: view_asset']);
    await drop(uid, 'bob', 'bob').expect(204);
    expect(await heldByOthers(uid)).toEqual([]);
    await drop(uid, 'bob', 'bob').expect(404);
  });

  it('never revokes those of the owner (409)', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'manager', ['manage_asset']);
    for (const by of ['owner', 'manager']) {
      const { body } = await drop(uid, 'owner', by).expect(409);
      expect(body).toEqual({ detail: "Owner's permissions cannot be deleted" });
    }
    expect(await list(uid)).toHaveLength(18);
  });

  it('lets other users remove only themselves, and requires a username (400)', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'ann', ['view_asset']);
    await grant(app, uid, ANONYMOUS, ['view_asset']);
    for (const username of ['owner', 'manager', 'nobody_at_all']) {
      await drop(uid, username, 'ann').expect(403);
      await drop(uid, username, ANONYMOUS).expect(401);
    }
    const { body } = await app.as('owner').delete(path(uid, 'bulk/')).send({}).expect(400);
    expect(body).toEqual({ username: ['This field is required.'] });
    expect(await heldByOthers(uid)).toEqual(['AnonymousUser: view_asset', 'ann: view_asset']);
  });
});

describe('PATCH permission-assignments/clone/', () => {
  const clone = (uid: string, clone_from: unknown, by = 'owner') =>
    app.as(by).patch(path(uid, 'clone/')).send({ clone_from });

  it('replaces the permissions of others by those of the source (200 with the list)', async () => {
    const { uid } = await makeAsset(app);
    const source = await makeAsset(app);
    await grant(app, uid, 'manager', ['manage_asset']);
    await grant(app, source.uid, 'bob', ['change_asset']);
    await grantPartially(app, source.uid, 'ann', { view_submissions: [{ district: 'north' }] });
    const { body } = await clone(uid, source.uid).expect(200);
    expect(body).toEqual(await list(uid));
    expect(await heldByOthers(uid)).toEqual([
      'ann: partial_submissions',
      'ann: view_asset',
      'bob: change_asset',
      'bob: view_asset',
    ]);
    expect(body).toContainEqual(
      expect.objectContaining({
        partial_permissions: [expect.objectContaining({ filters: [{ district: 'north' }] })],
      }),
    );
  });

  it('copies those of the source’s owner and keeps those of its own owner', async () => {
    const { uid } = await makeAsset(app);
    const source = await makeAsset(app, { owner: 'ann' });
    await grant(app, source.uid, 'owner', ['view_asset'], { owner: 'ann' });
    await clone(uid, source.uid).expect(200);
    expect((await heldByOthers(uid)).filter((line) => line.startsWith('ann:'))).toHaveLength(9);
    expect(await list(uid)).toHaveLength(18);
  });

  it('copies the permissions that apply to the other asset type', async () => {
    const survey = await makeAsset(app);
    const template = await makeAsset(app, { asset_type: 'template' });
    await grant(app, template.uid, 'ann', ['manage_asset']);
    await grant(app, survey.uid, 'bob', ['validate_submissions']);
    await clone(survey.uid, template.uid).expect(200);
    expect(await heldByOthers(survey.uid)).toHaveLength(9);
    await grant(app, survey.uid, 'bob', ['validate_submissions']);
    await clone(template.uid, survey.uid).expect(200);
    expect((await heldByOthers(template.uid)).filter((line) => line.startsWith('bob:'))).toEqual([
      'bob: view_asset',
    ]);
  });

  it('copies only what the caller may see of the source', async () => {
    const { uid } = await makeAsset(app);
    const source = await makeAsset(app, { owner: 'ann' });
    await grant(app, source.uid, 'owner', ['view_asset'], { owner: 'ann' });
    await grant(app, source.uid, 'bob', ['change_asset'], { owner: 'ann' });
    await clone(uid, source.uid).expect(200);
    expect((await heldByOthers(uid)).filter((line) => line.startsWith('bob:'))).toEqual([]);
  });

  it('returns 404 for a hidden source and 400 without a uid', async () => {
    const { uid } = await makeAsset(app);
    const hidden = await makeAsset(app, { owner: 'ann' });
    await grant(app, uid, 'bob', ['view_asset']);
    const before = await list(uid);
    for (const source of [hidden.uid, 'aaaaaaaaaaaaaaaaaaaaaa']) {
      const { body } = await clone(uid, source).expect(404);
      expect(body).toEqual({ detail: 'Not found.' });
    }
    await clone(hidden.uid, uid).expect(404);
    await clone(uid, uid, 'bob').expect(403);
    const { body } = await clone(uid, undefined).expect(400);
    expect(body).toEqual({ clone_from: ['This field is required.'] });
    expect(await list(uid)).toEqual(before);
    await clone(uid, uid).expect(200);
    expect(await list(uid)).toEqual(before);
  });
});
