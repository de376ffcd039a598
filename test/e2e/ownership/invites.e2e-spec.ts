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

describe('an offer of projects', () => {
  let app: TestApp;

  beforeAll(async () => {
    // What answers an offer must do so on one connection: here those who wait for their turn hold all others.
    app = await startApp({ environment: { DATABASE_POOL: '2' } });
    for (const username of ['owner', 'ann', 'bob', 'retired']) await app.addUser(username);
    await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'retired'`);
  });
  afterAll(() => app.stop());

  const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;
  const send = (body: object, by = 'owner') => app.as(by).post(INVITES).send(body);
  const offer = async (assets: string[], recipient = 'ann'): Promise<Invite> =>
    (await send({ recipient: `/api/v2/users/${recipient}/`, assets }).expect(201)).body as Invite;
  const answer = (invite: Invite, status: unknown, by: string) =>
    app.as(by).patch(pathOf(invite)).send({ status });
  const ownerOf = async (uid: string): Promise<string> => {
    const [row] = await app.rows<{ username: string }>(
      'SELECT username FROM asset a JOIN app_user u ON u.id = a.owner_id WHERE a.uid = $1',
      [uid],
    );
    return row!.username;
  };
  /** What a user holds on an asset. */
  const held = async (uid: string, username: string): Promise<string[]> => {
    const { body } = await app
      .as(await ownerOf(uid))
      .get(`/api/v2/assets/${uid}/permission-assignments/`)
      .expect(200);
    return (body as { user: string; permission: string }[])
      .filter(({ user }) => user.endsWith(`/${username}/`))
      .map(({ permission }) => permission.split('/').at(-2)!);
  };

  it('is made to one user and seen by the two alone', async () => {
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
    for (const who of ['owner', 'ann']) {
      expect((await app.as(who).get(pathOf(invite)).expect(200)).body).toEqual(invite);
      const { body } = await app.as(who).get(INVITES).expect(200);
      expect(body.results[0]).toEqual(invite);
      const transfer = await app.as(who).get(pathOf(invite.transfers[0]!)).expect(200);
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

  it('is told of in the asset, to the two alone', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'ann', ['view_asset']);
    await grant(app, uid, 'bob', ['manage_asset']);
    const invite = await offer([uid]);
    const told = async (who: string) =>
      (await app.as(who).get(`/api/v2/assets/${uid}/`).expect(200)).body.project_ownership as unknown;
    const expected = { invite: invite.url, sender: 'owner', recipient: 'ann', status: 'pending' };
    expect(await told('owner')).toEqual(expected);
    expect(await told('ann')).toEqual(expected);
    expect(await told('bob')).toBeNull();
  });

  it('gives everything when it is accepted; who gave keeps what they held', async () => {
    const one = await makeAsset(app);
    const two = await makeAsset(app, { asset_type: 'template' });
    await grant(app, one.uid, 'ann', ['add_submissions']);
    const invite = await offer([one.uid, two.uid]);
    const { body } = await answer(invite, 'accepted', 'ann').expect(200);
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
    // From now on the giver is somebody whose rights can be taken.
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
    const invite = await offer([uid]);
    const { body } = await answer(invite, status, by).expect(200);
    expect(body).toMatchObject({ status, transfers: [{ status: 'cancelled' }] });
    expect(await ownerOf(uid)).toBe('owner');
    expect(await held(uid, 'ann')).toEqual([]);
    for (const [late, who] of [
      ['accepted', 'ann'],
      ['cancelled', 'owner'],
    ] as const) {
      const { body: refusal } = await answer(invite, late, who).expect(400);
      expect(refusal).toEqual({ status: ['This field cannot be modified'] });
    }
    await offer([uid], 'bob');
  });

  it('is for the right side to answer (403, strangers 404)', async () => {
    const invite = await offer([(await makeAsset(app)).uid]);
    await answer(invite, 'accepted', 'owner').expect(403);
    await answer(invite, 'declined', 'owner').expect(403);
    await answer(invite, 'cancelled', 'ann').expect(403);
    await answer(invite, 'accepted', 'bob').expect(404);
    await answer(invite, 'accepted', ANONYMOUS).expect(401);
    const { body } = await answer(invite, 'nonsense', 'ann').expect(400);
    expect(body).toEqual({ status: ['"nonsense" is not a valid choice.'] });
    await answer(invite, undefined, 'ann').expect(400);
  });

  it('fails for a project that is not the giver’s any more, and says so', async () => {
    const { uid } = await makeAsset(app);
    const invite = await offer([uid]);
    await app.rows('UPDATE asset SET date_deleted = now() WHERE uid = $1', [uid]);
    const { body } = await answer(invite, 'accepted', 'ann').expect(200);
    expect(body).toMatchObject({
      status: 'failed',
      transfers: [{ status: 'failed', error: 'owner does not own this project any more.' }],
    });
  });

  it('is given once when it is accepted many times at the same moment', async () => {
    const { uid } = await makeAsset(app);
    const invite = await offer([uid]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => answer(invite, 'accepted', 'ann')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    expect(await held(uid, 'ann')).toHaveLength(9);
  });

  it('can be forgotten by who made it (204)', async () => {
    const { uid } = await makeAsset(app);
    const invite = await offer([uid]);
    await app.as('bob').delete(pathOf(invite)).expect(404);
    await app.as('ann').delete(pathOf(invite)).expect(403);
    await app.as('owner').delete(pathOf(invite)).expect(204);
    await app.as('ann').get(pathOf(invite)).expect(404);
    await offer([uid]);
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
    ['no list', { assets: 'x' }, { assets: ['Expected a list of items but got type "str".'] }],
    ['no text', { assets: [1] }, { assets: ['Expected a list of texts.'] }],
    [
      'an unknown project',
      { assets: ['aaaaaaaaaaaaaaaaaaaaaa'] },
      { assets: ['You must be the owner of each project you want to transfer'] },
    ],
  ])('is refused with %s (400)', async (_, sent, refusal) => {
    const { uid } = await makeAsset(app);
    const { body } = await send({ recipient: '/api/v2/users/ann/', assets: [uid], ...sent }).expect(400);
    expect(body).toEqual(refusal);
  });

  it('is refused for what one manages and does not own, and for what is offered already (400)', async () => {
    const foreign = await makeAsset(app, { owner: 'bob' });
    await grant(app, foreign.uid, 'owner', ['manage_asset'], { owner: 'bob' });
    const own = await makeAsset(app);
    const sent = { recipient: '/api/v2/users/ann/', assets: [own.uid, foreign.uid] };
    const { body } = await send(sent).expect(400);
    expect(body).toEqual({ assets: ['You must be the owner of each project you want to transfer'] });
    await offer([own.uid]);
    const again = await send({ ...sent, assets: [own.uid] }).expect(400);
    expect(again.body).toEqual({
      assets: [`Project \`${own.uid}\` cannot be transferred. Current status: pending`],
    });
    await send(sent, ANONYMOUS).expect(401);
  });

  it('expires when nobody answers, and the history of each project tells so', async () => {
    const { uid } = await makeAsset(app);
    const invite = await offer([uid]);
    const young = await offer([(await makeAsset(app)).uid]);
    await app.rows(
      "UPDATE ownership_invite SET date_created = date_created - interval '15 days' WHERE uid = $1",
      [invite.url.split('/').at(-2)],
    );
    const chores = app.nest.get(JobRegistry).chores;
    await chores.find(({ name }) => name === 'expire offers that nobody answers')!.run();
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
