import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { grant, makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const INVITES = '/api/v2/project-ownership/invites/';
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

interface Invite {
  readonly url: string;
  readonly status: string;
  readonly transfers: readonly { readonly url: string; readonly status: string }[];
}

describe('an ownership invite', () => {
  let app: TestApp;

  beforeAll(async () => {
    // One connection: an invite waiting for its lock must not hold others.
    app = await startApp({ environment: { DATABASE_POOL: '2' } });
    for (const username of ['owner', 'ann', 'bob', 'retired']) await app.addUser(username);
    await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'retired'`);
  });
  afterAll(() => app.stop());

  const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;
  const send = (body: object, by = 'owner') => app.as(by).post(INVITES).send(body);
  const createInvite = async (assets: string[], recipient = 'ann'): Promise<Invite> =>
    (await send({ recipient: `/api/v2/users/${recipient}/`, assets }).expect(201)).body as Invite;
  const respond = (invite: Invite, status: unknown, by: string) =>
    app.as(by).patch(pathOf(invite)).send({ status });
  const ownerOf = async (uid: string): Promise<string> => {
    const [row] = await app.rows<{ username: string }>(
      'SELECT username FROM asset a JOIN app_user u ON u.id = a.owner_id WHERE a.uid = $1',
      [uid],
    );
    return row!.username;
  };
  const held = async (uid: string, username: string): Promise<string[]> => {
    const { body } = await app
      .as(await ownerOf(uid))
      .get(`/api/v2/assets/${uid}/permission-assignments/`)
      .expect(200);
    return (body as { user: string; permission: string }[])
      .filter(({ user }) => user.endsWith(`/${username}/`))
      .map(({ permission }) => permission.split('/').at(-2)!);
  };

  it('is created for one user and visible to both sides only', async () => {
    const { uid } = await makeAsset(app, { name: 'Wells' });
    const answered = await send({ recipient: '/api/v2/users/ann/', assets: [uid] }).expect(201);
    const invite = answered.body as Invite;
    expect(invite).toEqual({
      url: expect.stringMatching(new RegExp(`^${app.origin}${INVITES}poi\\w{21}/$`)),
      sender: `${app.origin}/api/v2/users/owner/`,
      recipient: `${app.origin}/api/v2/users/ann/`,
      status: 'pending',
      date_created: DATE,
      date_modified: DATE,
      transfers: [
        {
          url: expect.stringMatching(new RegExp(`^${invite.url}transfers/pot\\w{21}/$`)),
          asset: `${app.origin}/api/v2/assets/${uid}/`,
          asset__name: 'Wells',
          status: 'pending',
          error: null,
          date_modified: DATE,
        },
      ],
    });
    for (const caller of ['owner', 'ann']) {
      expect((await app.as(caller).get(pathOf(invite)).expect(200)).body).toEqual(invite);
      const { body } = await app.as(caller).get(INVITES).expect(200);
      expect(body.results[0]).toEqual(invite);
      const transfer = await app.as(caller).get(pathOf(invite.transfers[0]!)).expect(200);
      expect(transfer.body.statuses).toHaveLength(4);
      expect(transfer.body).toMatchObject({
        status: 'pending',
        asset: `${app.origin}/api/v2/assets/${uid}/`,
      });
    }
    for (const path of [pathOf(invite), pathOf(invite.transfers[0]!), `${INVITES}poinone/`]) {
      await app.as('bob').get(path).expect(404);
      await app.as(ANONYMOUS).get(path).expect(401);
    }
    const { body } = await app.as('bob').get(INVITES).expect(200);
    expect(body).toEqual({ count: 0, next: null, previous: null, results: [] });
  });

  it('is listed by the role of the caller', async () => {
    const { uid } = await makeAsset(app);
    await createInvite([uid]);
    const countOf = async (caller: string, mode: string) =>
      (await app.as(caller).get(`${INVITES}?mode=${mode}`).expect(200)).body.count as number;
    const sent = await countOf('owner', 'sender');
    expect(sent).toBeGreaterThan(0);
    expect(await countOf('owner', 'recipient')).toBe(0);
    expect(await countOf('owner', 'other')).toBe(sent);
    expect(await countOf('ann', 'recipient')).toBeGreaterThan(0);
    expect(await countOf('ann', 'sender')).toBe(0);
  });

  it('is shown in the asset to both sides only', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'ann', ['view_asset']);
    await grant(app, uid, 'bob', ['manage_asset']);
    const invite = await createInvite([uid]);
    const shown = async (caller: string) =>
      (await app.as(caller).get(`/api/v2/assets/${uid}/`).expect(200)).body.project_ownership as unknown;
    const expected = { invite: invite.url, sender: 'owner', recipient: 'ann', status: 'pending' };
    expect(await shown('owner')).toEqual(expected);
    expect(await shown('ann')).toEqual(expected);
    expect(await shown('bob')).toBeNull();
  });

  it('transfers the project when accepted; the sender keeps its permissions', async () => {
    const one = await makeAsset(app);
    const two = await makeAsset(app, { asset_type: 'template' });
    await grant(app, one.uid, 'ann', ['add_submissions']);
    const invite = await createInvite([one.uid, two.uid]);
    const { body } = await respond(invite, 'accepted', 'ann').expect(200);
    expect(body).toMatchObject({
      status: 'complete',
      transfers: [{ status: 'success' }, { status: 'success' }],
    });
    for (const [{ uid }, permissions] of [
      [one, 9],
      [two, 4],
    ] as const) {
      expect(await ownerOf(uid)).toBe('ann');
      expect(await held(uid, 'ann')).toHaveLength(permissions);
      expect(await held(uid, 'owner')).toHaveLength(permissions);
      const { body: asset } = await app.as('ann').get(`/api/v2/assets/${uid}/`).expect(200);
      expect(asset.owner__username).toBe('ann');
    }
    // The previous owner's permissions can now be revoked.
    await app
      .as('ann')
      .delete(`/api/v2/assets/${one.uid}/permission-assignments/bulk/`)
      .send({ username: 'owner' })
      .expect(204);
    await app.as('owner').get(`/api/v2/assets/${one.uid}/`).expect(404);
    const { body: history } = await app.as('ann').get(`/api/v2/assets/${two.uid}/history/`).expect(200);
    expect(history.results).toMatchObject([
      {
        username: 'ann',
        action: 'transfer',
        metadata: { status: 'complete', owner: { old: 'owner', new: 'ann' }, project_owner: 'ann' },
      },
      { username: 'owner', action: 'transfer', metadata: { status: 'pending', username: 'ann' } },
    ]);
  });

  it.each([
    ['declined', 'ann'],
    ['cancelled', 'owner'],
  ])('changes nothing when it is %s', async (status, by) => {
    const { uid } = await makeAsset(app);
    const invite = await createInvite([uid]);
    const { body } = await respond(invite, status, by).expect(200);
    expect(body).toMatchObject({ status, transfers: [{ status: 'cancelled' }] });
    expect(await ownerOf(uid)).toBe('owner');
    expect(await held(uid, 'ann')).toEqual([]);
    for (const [late, caller] of [
      ['accepted', 'ann'],
      ['cancelled', 'owner'],
    ] as const) {
      const { body: refusal } = await respond(invite, late, caller).expect(400);
      expect(refusal).toEqual({ status: ['This field cannot be modified'] });
    }
    await createInvite([uid], 'bob');
  });

  it('can be answered by the right side only (403, strangers 404)', async () => {
    const invite = await createInvite([(await makeAsset(app)).uid]);
    await respond(invite, 'accepted', 'owner').expect(403);
    await respond(invite, 'declined', 'owner').expect(403);
    await respond(invite, 'cancelled', 'ann').expect(403);
    await respond(invite, 'accepted', 'bob').expect(404);
    await respond(invite, 'accepted', ANONYMOUS).expect(401);
    const { body } = await respond(invite, 'nonsense', 'ann').expect(400);
    expect(body).toEqual({ status: ['"nonsense" is not a valid choice.'] });
    await respond(invite, undefined, 'ann').expect(400);
  });

  it('fails for a project that the sender no longer owns, with a message', async () => {
    const { uid } = await makeAsset(app);
    const invite = await createInvite([uid]);
    await app.rows('UPDATE asset SET date_deleted = now() WHERE uid = $1', [uid]);
    const { body } = await respond(invite, 'accepted', 'ann').expect(200);
    expect(body).toMatchObject({
      status: 'failed',
      transfers: [{ status: 'failed', error: 'owner no longer owns this project.' }],
    });
  });

  it('is accepted once by concurrent requests', async () => {
    const { uid } = await makeAsset(app);
    const invite = await createInvite([uid]);
    const responses = await Promise.all(Array.from({ length: 6 }, () => respond(invite, 'accepted', 'ann')));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    expect(await held(uid, 'ann')).toHaveLength(9);
  });

  it('can be deleted by its sender (204)', async () => {
    const { uid } = await makeAsset(app);
    const invite = await createInvite([uid]);
    await app.as('bob').delete(pathOf(invite)).expect(404);
    await app.as('ann').delete(pathOf(invite)).expect(403);
    await app.as('owner').delete(pathOf(invite)).expect(204);
    await app.as('ann').get(pathOf(invite)).expect(404);
    await createInvite([uid]);
  });

  it.each<[why: string, sent: object, refusal: object]>([
    ['no recipient', { recipient: undefined }, { recipient: ['This field is required.'] }],
    [
      'an unknown recipient',
      { recipient: '/api/v2/users/nobody_at_all/' },
      { recipient: ['Invalid hyperlink - Object does not exist.'] },
    ],
    [
      'AnonymousUser',
      { recipient: '/api/v2/users/AnonymousUser/' },
      { recipient: ['Invalid hyperlink - Object does not exist.'] },
    ],
    [
      'a deactivated recipient',
      { recipient: '/api/v2/users/retired/' },
      { recipient: ['Invalid hyperlink - Object does not exist.'] },
    ],
    [
      'oneself',
      { recipient: '/api/v2/users/owner/' },
      { recipient: ['Must not be in the same organization'] },
    ],
    [
      'assets that are not a list',
      { assets: 'x' },
      { assets: ['Expected a list of items but got type "str".'] },
    ],
    ['a uid that is not text', { assets: [1] }, { assets: ['Expected a list of texts.'] }],
    [
      'an unknown project',
      { assets: ['aaaaaaaaaaaaaaaaaaaaaa'] },
      { assets: ['You must be the owner of each project you want to transfer'] },
    ],
  ])('returns 400 for %s', async (_, sent, refusal) => {
    const { uid } = await makeAsset(app);
    const { body } = await send({ recipient: '/api/v2/users/ann/', assets: [uid], ...sent }).expect(400);
    expect(body).toEqual(refusal);
  });

  it('returns 400 for a project that the caller does not own or that has an invite already', async () => {
    const foreign = await makeAsset(app, { owner: 'bob' });
    await grant(app, foreign.uid, 'owner', ['manage_asset'], { owner: 'bob' });
    const own = await makeAsset(app);
    const sent = { recipient: '/api/v2/users/ann/', assets: [own.uid, foreign.uid] };
    const { body } = await send(sent).expect(400);
    expect(body).toEqual({ assets: ['You must be the owner of each project you want to transfer'] });
    await createInvite([own.uid]);
    const again = await send({ ...sent, assets: [own.uid] }).expect(400);
    expect(again.body).toEqual({
      assets: [`Project \`${own.uid}\` cannot be transferred. Current status: pending`],
    });
    await send(sent, ANONYMOUS).expect(401);
  });

  it('expires without a response, with an entry in the history of each project', async () => {
    const { uid } = await makeAsset(app);
    const invite = await createInvite([uid]);
    const young = await createInvite([(await makeAsset(app)).uid]);
    await app.rows(
      "UPDATE ownership_invite SET date_created = date_created - interval '15 days' WHERE uid = $1",
      [invite.url.split('/').at(-2)],
    );
    const jobs = app.nest.get(JobRegistry).scheduledJobs;
    await jobs.find(({ name }) => name === 'ownership-invites.expire')!.run();
    const { body: expired } = await app.as('ann').get(pathOf(invite)).expect(200);
    expect(expired).toMatchObject({ status: 'expired', transfers: [{ status: 'expired' }] });
    expect((await app.as('ann').get(pathOf(young)).expect(200)).body.status).toBe('pending');
    const { body: history } = await app.as('owner').get(`/api/v2/assets/${uid}/history/`).expect(200);
    expect(history.results[0]).toMatchObject({
      user: null,
      action: 'transfer',
      metadata: { status: 'expired' },
    });
  });
});
