import { grant } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { waitForNotifications } from '../../support/wait-for-notifications';
import { countQueries } from '../../support/query-count';

const ASSETS = '/api/v2/assets/';
const link = (uid: string): string => `https://elsewhere.example${ASSETS}${uid}/`;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  for (const name of ['owner', 'ben', 'cleo']) await app.addUser(name);
});
afterAll(() => app.stop());

async function make(name: string, { owner = 'owner', type = 'question', parent = '' } = {}): Promise<string> {
  const { body } = await app.as(owner).post(ASSETS).send({ name, asset_type: type, parent }).expect(201);
  return body.uid as string;
}
const collection = (name: string, parent = ''): Promise<string> => make(name, { type: 'collection', parent });

const moveTo = (uid: string, parent: string | null, by = 'owner') =>
  app
    .as(by)
    .patch(`${ASSETS}${uid}/`)
    .send({ parent: parent && link(parent) });

/** Permissions of all users but the owner, as `ben:view_asset`. */
async function permissionsOf(uid: string, owner = 'owner'): Promise<string[]> {
  const { body } = await app.as(owner).get(`${ASSETS}${uid}/permission-assignments/`).expect(200);
  const rows = body as { user: string; permission: string }[];
  return rows
    .map(({ user, permission }) => `${user.split('/').at(-2)}:${permission.split('/').at(-2)}`)
    .filter((each) => !each.startsWith(`${owner}:`));
}

async function revoke(uid: string, username: string, codename: string): Promise<void> {
  const { body } = await app.as('owner').get(`${ASSETS}${uid}/permission-assignments/`);
  const found = (body as { url: string; user: string; permission: string }[]).find(
    ({ user, permission }) => user.endsWith(`/${username}/`) && permission.endsWith(`/${codename}/`),
  );
  await app.as('owner').delete(new URL(found!.url).pathname).expect(204);
}

describe('an asset in a collection', () => {
  it('is added on creation or by a change, and removed again', async () => {
    const library = await collection('Library');
    const born = await make('Born inside', { parent: link(library) });
    const moved = await make('Moved');
    const { body } = await moveTo(moved, library).expect(200);
    expect(body.parent).toBe(`${app.origin}${ASSETS}${library}/`);
    const shown = await app.as('owner').get(`${ASSETS}${library}/`).expect(200);
    expect(shown.body).toMatchObject({ children: { count: 2 }, access_types: ['owned'] });
    const found = await app.as('owner').get(`${ASSETS}?q=parent__uid:${library}&ordering=name`);
    expect(found.body.results.map(({ uid }: { uid: string }) => uid)).toEqual([born, moved]);
    expect((await moveTo(moved, null).expect(200)).body.parent).toBeNull();
    expect((await app.as('owner').patch(`${ASSETS}${born}/`).send({ parent: '' })).body.parent).toBeNull();
    expect((await app.as('owner').get(`${ASSETS}${library}/`)).body.children).toEqual({ count: 0 });
  });

  it.each([
    ['no URL', 'nonsense', 'Invalid hyperlink - No URL match.'],
    ['an unknown uid', link('aaaaaaaaaaaaaaaaaaaaaa'), 'Invalid hyperlink - Object does not exist.'],
    ['another link', '/api/v2/users/owner/', 'Invalid hyperlink - No URL match.'],
    ['a number', 5, 'Incorrect type. Expected URL string, received int.'],
  ])('is not added to %s (400)', async (_, parent, message) => {
    const child = await make('Child');
    const { body } = await app.as('owner').patch(`${ASSETS}${child}/`).send({ parent }).expect(400);
    expect(body).toEqual({ parent: [message] });
    await app.as('owner').post(ASSETS).send({ asset_type: 'block', parent }).expect(400);
  });

  it('is never added to another asset type, nor a collection to itself', async () => {
    const [outer, survey] = [await collection('Outer'), await make('Survey', { type: 'survey' })];
    const inner = await collection('Inner', link(outer));
    const refused = { parent: ['Invalid hyperlink - Object does not exist.'] };
    expect((await moveTo(outer, survey).expect(400)).body).toEqual(refused);
    const cycle = { parent: ['A collection cannot contain itself. Choose another parent.'] };
    expect((await moveTo(outer, inner).expect(400)).body).toEqual(cycle);
    expect((await moveTo(outer, outer).expect(400)).body).toEqual(cycle);
    // Of two concurrent moves that would form a cycle, one succeeds.
    const [one, other] = [await collection('One'), await collection('Other')];
    const answers = await Promise.all([moveTo(one, other), moveTo(other, one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('requires change_asset on the collection, and a hidden one looks absent', async () => {
    const library = await collection('Guarded');
    const bens = await make('Bens', { owner: 'ben' });
    const hidden = await moveTo(bens, library, 'ben').expect(400);
    const unknown = await moveTo(bens, 'aaaaaaaaaaaaaaaaaaaaaa', 'ben').expect(400);
    expect(hidden.body).toEqual(unknown.body);
    await grant(app, library, 'ben', ['view_asset']);
    const seen = await moveTo(bens, library, 'ben').expect(400);
    expect(seen.body).toEqual({ parent: ['User cannot update target parent collection'] });
    await grant(app, library, 'ben', ['change_asset']);
    await moveTo(bens, library, 'ben').expect(200);
    expect(await permissionsOf(bens, 'ben')).toEqual(['owner:change_asset', 'owner:view_asset']);
    await revoke(library, 'ben', 'change_asset');
    const stuck = await moveTo(bens, null, 'ben').expect(400);
    expect(stuck.body).toEqual({ parent: ['User cannot update current parent collection'] });
    await moveTo(bens, library, 'ben').expect(200);
  });
});

describe('permissions on a collection', () => {
  it('are inherited, to view and to change, at any depth, and revoked', async () => {
    const outer = await collection('Outer');
    const inner = await collection('Inner', link(outer));
    const child = await make('Child', { type: 'survey', parent: link(inner) });
    await app.as('ben').get(`${ASSETS}${child}/`).expect(404);
    await grant(app, outer, 'ben', ['view_asset']);
    const seen = await app.as('ben').get(`${ASSETS}${child}/`).expect(200);
    expect(seen.body).toMatchObject({
      status: 'shared',
      effective_permissions: [{ codename: 'view_asset' }],
    });
    await app.as('ben').patch(`${ASSETS}${child}/`).send({ name: 'x' }).expect(403);
    const listed = await app.as('ben').get(`${ASSETS}?ordering=name`).expect(200);
    expect(listed.body.results.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Child', 'Inner', 'Outer']),
    );
    await grant(app, outer, 'ben', ['manage_asset']);
    expect(await permissionsOf(child)).toEqual(['ben:change_asset', 'ben:view_asset']);
    await app.as('ben').patch(`${ASSETS}${child}/`).send({ name: 'By ben' }).expect(200);
    await revoke(outer, 'ben', 'view_asset');
    expect(await permissionsOf(child)).toEqual([]);
    await app.as('ben').get(`${ASSETS}${child}/`).expect(404);
  });

  it('follow a move', async () => {
    const [shared, own] = [await collection('Shared'), await collection('Own')];
    await grant(app, shared, 'ben', ['change_asset']);
    await grant(app, own, 'cleo', ['view_asset']);
    const child = await make('Child', { parent: link(shared) });
    expect(await permissionsOf(child)).toEqual(['ben:change_asset', 'ben:view_asset']);
    await moveTo(child, own).expect(200);
    expect(await permissionsOf(child)).toEqual(['cleo:view_asset']);
    await moveTo(child, null).expect(200);
    expect(await permissionsOf(child)).toEqual([]);
  });

  it('leave permissions on the asset itself unchanged, with all they imply', async () => {
    const library = await collection('Library');
    await grant(app, library, 'ben', ['change_asset']);
    await grant(app, library, 'cleo', ['change_asset']);
    const child = await make('Child', { type: 'survey', parent: link(library) });
    await grant(app, child, 'ben', ['view_submissions']);
    await grant(app, child, 'cleo', ['change_asset']);
    await moveTo(child, null).expect(200);
    expect(await permissionsOf(child)).toEqual([
      'ben:view_asset',
      'ben:view_submissions',
      'cleo:change_asset',
      'cleo:view_asset',
    ]);
  });

  it('are not restored after a revocation on the asset until granted there', async () => {
    const library = await collection('Library');
    const child = await make('Child', { parent: link(library) });
    await grant(app, library, 'ben', ['change_asset']);
    await revoke(child, 'ben', 'view_asset');
    expect(await permissionsOf(child)).toEqual([]);
    await grant(app, library, 'cleo', ['view_asset']);
    expect(await permissionsOf(child)).toEqual(['cleo:view_asset']);
    await app.as('ben').get(`${ASSETS}${child}/`).expect(404);
    const seen = await app.as('ben').get(`${ASSETS}${library}/`).expect(200);
    expect(seen.body.children).toEqual({ count: 0 });
    await grant(app, child, 'ben', ['view_asset']);
    await moveTo(child, null).expect(200);
    await moveTo(child, library).expect(200);
    expect(await permissionsOf(child)).toEqual(['ben:view_asset', 'cleo:view_asset']);
    await grant(app, child, 'ben', ['change_asset']);
    await moveTo(child, null).expect(200);
    expect(await permissionsOf(child)).toEqual(['ben:change_asset', 'ben:view_asset']);
  });

  it('for the public are inherited, except discover_asset', async () => {
    const library = await collection('Library');
    const child = await make('Child', { parent: link(library) });
    await grant(app, library, ANONYMOUS, ['discover_asset']);
    expect(await permissionsOf(child)).toEqual(['AnonymousUser:view_asset']);
    expect((await app.as(ANONYMOUS).get(`${ASSETS}${child}/`).expect(200)).body.status).toBe('public');
    const open = await app.as(ANONYMOUS).get(`${ASSETS}?status=public-discoverable`).expect(200);
    expect(open.body.results.map(({ uid }: { uid: string }) => uid)).toEqual([library]);
  });

  it('are inherited at a constant number of queries', async () => {
    const library = await collection('Library');
    const change = async (user: string) => {
      await waitForNotifications(app);
      return countQueries(app, (inProcess) => grant(inProcess, library, user, ['view_asset']));
    };
    await make('First', { parent: link(library) });
    await change('ben');
    const cost = await change('cleo');
    for (let made = 0; made < 12; made += 1) await make(`Child ${made}`, { parent: link(library) });
    await app.addUser('dora');
    expect(await change('dora')).toBeLessThanOrEqual(cost);
  });
});
