import { type AssetJson, grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submission, submit, instanceXml } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const UNKNOWN_UID = 'aaaaaaaaaaaaaaaaaaaaaa';

let app: TestApp;
let users = 0;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'manager', 'editor', 'stranger']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
});
afterAll(() => app.stop());

const api = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;
const send = (body: object, as = 'owner') => app.as(as).post('/api/v2/assets/bulk/').send(body);
const bulk = (action: string, uids: readonly string[], as = 'owner') =>
  send({ payload: { asset_uids: uids, action } }, as);
const all = (action: string, as: string) => send({ payload: { confirm: true, action } }, as);
const show = async (uid: string, as = 'owner'): Promise<AssetJson> =>
  (await app.as(as).get(api(uid)).expect(200)).body as AssetJson;

async function newUser(): Promise<string> {
  const name = `user${(users += 1)}`;
  await app.addUser(name);
  return name;
}

describe('POST /api/v2/assets/bulk/', () => {
  it('archives and unarchives the listed assets', async () => {
    const [one, two] = [await makeDeployedAsset(app), await makeDeployedAsset(app)];
    const { body } = await bulk('archive', [one.uid, two.uid]).expect(200);
    expect(body).toEqual({ detail: '2 projects have been archived' });
    const archived = await show(one.uid);
    expect(archived).toMatchObject({ deployment__active: false, deployment_status: 'archived' });
    expect(archived['date_modified'] > one['date_modified']).toBe(true);
    expect(archived['date_deployed']).toBe(one['date_deployed']);
    await submission(app.as('owner'), instanceXml(one.uid)).expect(405);
    expect((await bulk('archive', [one.uid]).expect(200)).body.detail).toBe('1 project has been archived');
    expect((await bulk('unarchive', [one.uid]).expect(200)).body.detail).toBe(
      '1 project has been unarchived',
    );
    expect(await show(one.uid)).toMatchObject({ deployment__active: true, deployment_status: 'deployed' });
    await submission(app.as('owner'), instanceXml(one.uid)).expect(201);
  });

  it('accepts the payload as text and as a form field', async () => {
    const { uid } = await makeDeployedAsset(app);
    const payload = JSON.stringify({ asset_uids: [uid], action: 'archive' });
    await send({ payload }).expect(200);
    await app.as('owner').post('/api/v2/assets/bulk/').type('form').send({ payload }).expect(200);
    expect(await show(uid)).toMatchObject({ deployment_status: 'archived' });
  });

  it.each(['archive', 'unarchive'])(
    '%s returns 400 for drafts and collections and is a no-op for templates',
    async (action) => {
      const deployed = await makeDeployedAsset(app);
      const draft = await makeAsset(app);
      const shelf = await makeAsset(app, { asset_type: 'collection', content: {} });
      const template = await makeAsset(app, { asset_type: 'template' });
      for (const [uid, what] of [
        [draft.uid, 'Draft projects'],
        [shelf.uid, 'Collections'],
      ] as const) {
        const { body } = await bulk(action, [deployed.uid, uid]).expect(400);
        expect(body).toEqual({ payload: [`${what} cannot be ${action}d`] });
      }
      expect((await show(deployed.uid))['date_modified']).toBe(deployed['date_modified']);
      await bulk(action, [template.uid]).expect(200);
      expect((await show(template.uid))['deployment_status']).toBe('-');
    },
  );

  it('requires manage_asset on every listed asset, else changes nothing (403)', async () => {
    const [one, two] = [await makeDeployedAsset(app), await makeDeployedAsset(app)];
    await grant(app, one.uid, 'manager', ['manage_asset']);
    await grant(app, one.uid, 'editor', ['change_asset']);
    await bulk('archive', [one.uid], 'editor').expect(403);
    await bulk('archive', [one.uid], 'stranger').expect(403);
    await bulk('archive', [one.uid], ANONYMOUS).expect(401);
    await bulk('archive', [one.uid, two.uid], 'manager').expect(403);
    await bulk('archive', [one.uid, one.uid]).expect(403);
    await bulk('archive', [one.uid, UNKNOWN_UID]).expect(403);
    expect(await show(one.uid)).toMatchObject({
      deployment__active: true,
      date_modified: one['date_modified'],
    });
    await bulk('archive', [one.uid], 'manager').expect(200);
    await bulk('delete', [one.uid], 'manager').expect(403);
    await bulk('unarchive', [one.uid, two.uid], 'root').expect(200);
  });

  it('deletes the listed assets; a superuser can restore them', async () => {
    const { uid } = await makeDeployedAsset(app);
    await submit(app, uid, {});
    expect((await bulk('delete', [uid]).expect(200)).body.detail).toBe('1 project has been deleted');
    for (const below of ['', 'data/', 'deployment/', 'versions/', 'files/']) {
      for (const caller of ['owner', 'root', ANONYMOUS])
        await app.as(caller).get(api(uid, below)).expect(404);
    }
    expect((await app.as('owner').get('/formList').expect(200)).text).not.toContain(uid);
    await submission(app.as('owner'), instanceXml(uid)).expect(404);
    const { body: list } = await app.as('owner').get('/api/v2/assets/?limit=1000').expect(200);
    expect(JSON.stringify(list)).not.toContain(uid);

    await bulk('delete', [uid]).expect(403);
    await bulk('archive', [uid]).expect(403);
    const again = await bulk('delete', [uid], 'root').expect(400);
    expect(again.body).toEqual({ detail: 'One or many projects have been deleted already!' });
    await bulk('undelete', [uid]).expect(403);

    const { body } = await bulk('undelete', [uid], 'root').expect(200);
    expect(body).toEqual({ detail: '1 project has been undeleted' });
    expect(await show(uid)).toMatchObject({ deployment__active: true, deployment__submission_count: 1 });
    await submission(app.as('owner'), instanceXml(uid)).expect(201);
    const twice = await bulk('undelete', [uid], 'root').expect(400);
    expect(twice.body).toEqual({ detail: 'One or many projects are already being deleted!' });
  });

  it('restores archived assets as active', async () => {
    const { uid } = await makeDeployedAsset(app, { active: false });
    await bulk('delete', [uid]).expect(200);
    await bulk('undelete', [uid], 'root').expect(200);
    expect(await show(uid)).toMatchObject({ deployment_status: 'deployed' });
  });

  it('applies to all assets of the caller when confirmed', async () => {
    const owner = await newUser();
    const deployed = await makeDeployedAsset(app, { owner });
    const draft = await makeAsset(app, { owner });
    await makeAsset(app, { owner, asset_type: 'collection', content: {} });
    const theirs = await makeDeployedAsset(app);
    await grant(app, theirs.uid, owner, ['manage_asset']);
    expect((await all('archive', owner).expect(200)).body.detail).toBe('1 project has been archived');
    expect(await show(deployed.uid, owner)).toMatchObject({ deployment_status: 'archived' });
    expect(await show(draft.uid, owner)).toMatchObject({ deployment_status: 'draft' });
    expect((await all('delete', owner).expect(200)).body.detail).toBe('3 projects have been deleted');
    expect((await all('delete', owner).expect(200)).body.detail).toBe('0 projects have been deleted');
    expect(await show(theirs.uid)).toMatchObject({ deployment_status: 'deployed' });
    await all('undelete', owner).expect(403);
  });

  it('restores all deleted assets of a superuser', async () => {
    const { uid } = await makeAsset(app, { owner: 'root' });
    await bulk('delete', [uid], 'root').expect(200);
    expect((await all('undelete', 'root').expect(200)).body.detail).toBe('1 project has been undeleted');
    await show(uid, 'root');
  });

  it.each([
    ['no payload', {}, { payload: ['This field is required.'] }],
    ['null', { payload: null }, { payload: ['This field may not be null.'] }],
    ['a payload that is not an object', { payload: 'x' }, { payload: ['Unable to parse JSON'] }],
    ['a list', { payload: [1] }, { payload: ['Unable to parse JSON'] }],
    ['no action', { payload: { asset_uids: ['a'] } }, { payload: ['`action` parameter is required'] }],
    [
      'an unknown action',
      { payload: { asset_uids: ['a'], action: 'explode' } },
      { payload: ['Supported values for `action` are: archive, unarchive, delete, undelete'] },
    ],
    ['a missing confirmation', { payload: { action: 'archive' } }, { payload: ['Confirmation is required'] }],
    ['no', { payload: { action: 'archive', confirm: false } }, { payload: ['Confirmation is required'] }],
    [
      'an empty list',
      { payload: { action: 'delete', asset_uids: [] } },
      { payload: ['Confirmation is required'] },
    ],
    [
      'a list that is null',
      { payload: { action: 'delete', asset_uids: null, confirm: true } },
      { payload: ['Confirmation is required'] },
    ],
  ])('returns 400 for %s', async (_, body, expected) => {
    expect((await send(body).expect(400)).body).toEqual(expected);
  });

  it.each([['text'], [[1, 2]], [['a\u0000']]])(
    'returns 403 for the unknown action %j',
    async (asset_uids) => {
      await send({ payload: { asset_uids, action: 'archive' } }).expect(403);
    },
  );

  it('supports POST only', async () => {
    for (const verb of ['get', 'delete', 'put'] as const) {
      const { headers } = await app.as('owner')[verb]('/api/v2/assets/bulk/').expect(405);
      expect(headers['allow']).toBe('OPTIONS, POST');
    }
  });
});
