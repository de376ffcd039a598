import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'manager', 'viewer', 'stranger', 'friend']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
});
afterAll(() => app.stop());

const api = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;
const remove = (uid: string, as = 'owner') => app.as(as).delete(api(uid));

describe('DELETE /api/v2/assets/<uid>/', () => {
  it('returns 404 to every caller afterwards', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, ANONYMOUS, ['view_asset']);
    const { text } = await remove(uid).expect(204);
    expect(text).toBe('');
    for (const caller of ['owner', 'root', 'stranger', ANONYMOUS])
      await app.as(caller).get(api(uid)).expect(404);
    await remove(uid).expect(404);
    await app.as('owner').patch(api(uid)).send({ name: 'x' }).expect(404);
    await app.as('owner').post('/api/v2/assets/').send({ clone_from: uid }).expect(404);
  });

  it('is allowed to the owner and superusers', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'viewer', ['view_asset']);
    await grant(app, uid, 'manager', ['manage_asset']);
    await remove(uid, 'manager').expect(403);
    await remove(uid, 'viewer').expect(403);
    await remove(uid, 'stranger').expect(404);
    await remove(uid, ANONYMOUS).expect(401);
    await app.as('owner').get(api(uid)).expect(200);
    await remove(uid, 'root').expect(204);
  });

  it('is allowed to a manager who created it while it has no data', async () => {
    const [empty, full] = [
      await makeDeployedAsset(app, { owner: 'manager' }),
      await makeDeployedAsset(app, { owner: 'manager' }),
    ];
    await submit(app, full.uid, { by: 'manager' });
    for (const { uid } of [empty, full]) await transferOwnership(uid, 'manager', 'friend');
    await remove(full.uid, 'manager').expect(403);
    await remove(empty.uid, 'manager').expect(204);
    await remove(full.uid, 'friend').expect(204);
  });

  it('cancels its ownership invites', async () => {
    const [{ uid }, other] = [await makeAsset(app), await makeAsset(app)];
    const invite = await createInvite('owner', 'friend', [uid, other.uid]);
    await remove(uid).expect(204);
    const { body } = await app.as('friend').get(invite).expect(200);
    expect(body).toMatchObject({ status: 'cancelled' });
    await app.as('friend').patch(invite).send({ status: 'accepted' }).expect(400);
    await createInvite('owner', 'friend', [other.uid]);
  });

  async function createInvite(sender: string, recipient: string, assets: readonly string[]): Promise<string> {
    const { body } = await app
      .as(sender)
      .post('/api/v2/project-ownership/invites/')
      .send({ recipient: `/api/v2/users/${recipient}/`, assets })
      .expect(201);
    return new URL(body.url as string).pathname;
  }

  async function transferOwnership(uid: string, sender: string, recipient: string): Promise<void> {
    const invite = await createInvite(sender, recipient, [uid]);
    await app.as(recipient).patch(invite).send({ status: 'accepted' }).expect(200);
  }
});
