import { type AssetJson, grant, makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const TYPES = ['block', 'question', 'survey', 'template'] as const;
const MAY: Readonly<Record<string, readonly string[]>> = {
  block: ['block', 'question', 'survey', 'template'],
  question: ['question', 'survey', 'template'],
  survey: ['block', 'question', 'survey', 'template'],
  template: ['survey', 'template'],
  collection: [],
};
const CONTENT = {
  survey: [{ type: 'text', name: 'well', label: 'Which well?' }],
  settings: { style: 'pages' },
};
const SETTINGS = {
  description: 'source',
  sector: { label: 'Water', value: 'Water' },
  country: [{ label: 'Kenya', value: 'KEN' }],
  'share-metadata': true,
};
const UNKNOWN_UID = 'aaaaaaaaaaaaaaaaaaaaaa';

let app: TestApp;
const sources = new Map<string, AssetJson>();

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'viewer', 'editor', 'stranger']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
  for (const asset_type of [...TYPES, 'collection']) {
    const content = asset_type === 'collection' ? {} : CONTENT;
    const made = await makeAsset(app, { asset_type, name: `The ${asset_type}`, content, settings: SETTINGS });
    await patch(made.uid, { tag_string: 'tagged,twice' }).expect(200);
    sources.set(asset_type, made);
  }
  await grant(app, source('survey'), 'viewer', ['view_asset']);
});
afterAll(() => app.stop());

const api = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;
const source = (type: string): string => sources.get(type)!.uid;
const clone = (body: object, as = 'owner') => app.as(as).post('/api/v2/assets/').send(body);
const patch = (uid: string, body: object, as = 'owner') => app.as(as).patch(api(uid)).send(body);
const names = (asset: AssetJson): string[] =>
  asset['content'].survey.map((row: { name: string }) => row.name);

describe('a clone', () => {
  const pairs = Object.keys(MAY).flatMap((from) =>
    [...TYPES, 'collection'].map((to) => [from, to, MAY[from]!.includes(to) ? 201 : 400] as const),
  );
  it.each(pairs)('from a %s to a %s returns %s', async (from, asset_type, status) => {
    const { body } = await clone({ clone_from: source(from), name: 'Clone', asset_type }).expect(status);
    if (status === 201) expect(body).toMatchObject({ asset_type, name: 'Clone', tag_string: 'tagged,twice' });
    else expect(Object.keys(body as object)).toEqual([from === 'collection' ? 'clone_from' : 'asset_type']);
  });

  it('copies name, type, content, tags and settings and belongs to its creator', async () => {
    const { body, headers } = await clone({ clone_from: source('survey') }, 'viewer').expect(201);
    const { 'share-metadata': _, ...settings } = SETTINGS;
    expect(body).toMatchObject({
      name: 'The survey',
      asset_type: 'survey',
      tag_string: 'tagged,twice',
      settings,
      owner__username: 'viewer',
      created_by: 'viewer',
      version_count: 1,
      deployment_status: 'draft',
      parent: null,
      data_sharing: {},
    });
    expect(body.settings).not.toHaveProperty('share-metadata');
    expect(names(body as AssetJson)).toEqual(['well']);
    expect(headers['location']).toBe(body.url);
    await app
      .as('owner')
      .get(api(body.uid as string))
      .expect(404);
  });

  it.each([
    ['survey', 'template', 'source'],
    ['template', 'survey', 'source'],
    ['survey', 'block', undefined],
    ['question', 'survey', ''],
  ])('from a %s to a %s has the description %j', async (from, asset_type, description) => {
    const { body } = await clone({ clone_from: source(from), asset_type }).expect(201);
    expect(body.settings.description).toBe(description);
  });

  it('prefers the values of the request', async () => {
    const { body } = await clone({
      clone_from: source('survey'),
      tag_string: 'own',
      settings: JSON.stringify({ description: 'own', mine: 1 }),
      content: { survey: [{ type: 'text', name: 'other', label: 'Other?' }] },
    }).expect(201);
    expect(body).toMatchObject({
      tag_string: 'own',
      settings: { description: 'own', mine: 1, country_codes: ['KEN'] },
    });
    expect(names(body as AssetJson)).toEqual(['other']);
  });

  it.each(['type', 'field'] as const)('can be requested by a form: %s', async (kind) => {
    const question = app.as('owner').post('/api/v2/assets/');
    const sent = { clone_from: source('survey'), name: 'By form', asset_type: 'template' };
    const { body } = await (kind === 'type' ? question.type('form').send(sent) : question.field(sent)).expect(
      201,
    );
    expect(body).toMatchObject({
      name: 'By form',
      asset_type: 'template',
      settings: { description: 'source' },
    });
  });

  it('copies the named version, by default the newest', async () => {
    const made = await makeAsset(app, { name: 'First', content: CONTENT });
    const second = { name: 'Second', content: { survey: [{ type: 'text', name: 'pump', label: 'Pump?' }] } };
    await patch(made.uid, second).expect(200);
    const newest = await clone({ clone_from: made.uid }).expect(201);
    expect([newest.body.name, names(newest.body as AssetJson)]).toEqual(['Second', ['pump']]);
    const first = await clone({ clone_from: made.uid, clone_from_version_id: made['version_id'] }).expect(
      201,
    );
    expect([first.body.name, names(first.body as AssetJson)]).toEqual(['First', ['well']]);
  });

  it.each([UNKNOWN_UID, '', null, 5, 'a\u0000b', '/api/v2/assets/a/'])(
    'of %j returns 404',
    async (clone_from) => {
      await clone({ clone_from, asset_type: 'survey', name: 'x' }).expect(404);
      await patch(source('survey'), { clone_from }).expect(404);
    },
  );

  it('of a version of another asset, or an unknown one, returns 404', async () => {
    for (const clone_from_version_id of [sources.get('template')!['version_id'], UNKNOWN_UID]) {
      await clone({ clone_from: source('survey'), clone_from_version_id }).expect(404);
    }
  });

  it('returns 400 for an unknown type', async () => {
    const { body } = await clone({ clone_from: source('survey'), asset_type: 'nonsense' }).expect(400);
    expect(body).toEqual({ asset_type: ['"nonsense" is not a valid choice.'] });
  });

  it.each([
    ['owner', 201],
    ['viewer', 201],
    ['root', 201],
    ['stranger', 404],
    [ANONYMOUS, 401],
  ] as const)('by the %s returns %d', async (caller, status) => {
    await clone({ clone_from: source('survey'), name: 'Mine' }, caller).expect(status);
  });

  it('of a public asset is allowed to every user and of a deleted one to no user', async () => {
    const made = await makeAsset(app);
    await grant(app, made.uid, ANONYMOUS, ['view_asset']);
    await clone({ clone_from: made.uid }, 'stranger').expect(201);
    await clone({ clone_from: made.uid }, ANONYMOUS).expect(401);
  });

  it('copies the form media as its own files', async () => {
    const { uid } = await makeAsset(app);
    const upload = (to: string, name: string, bytes: string) =>
      app
        .as('owner')
        .post(api(to, 'files/'))
        .field('file_type', 'form_media')
        .attach('content', Buffer.from(bytes), name)
        .expect(201);
    await upload(uid, 'a.png', 'first');
    await upload(uid, 'b.png', 'second');
    const { body } = await clone({ clone_from: uid, name: 'With files' }).expect(201);
    const files = body.files as { metadata: { filename: string }; content: string; url: string }[];
    expect(files.map(({ metadata }) => metadata.filename)).toEqual(['a.png', 'b.png']);
    expect(files.every(({ url }) => url.includes(body.uid as string))).toBe(true);
    const original = await app.as('owner').get(api(uid, 'files/')).expect(200);
    await app
      .as('owner')
      .delete(new URL(original.body.results[0].url as string).pathname)
      .expect(204);
    const { body: bytes } = await app.as('owner').get(new URL(files[0]!.content).pathname).expect(200);
    expect(String(bytes)).toBe('first');

    const target = await makeAsset(app);
    await upload(target.uid, 'b.png', 'its own');
    const over = await patch(target.uid, { clone_from: body.uid }).expect(200);
    const copied = over.body.files as { metadata: { filename: string; hash: string } }[];
    expect(copied.map(({ metadata }) => metadata.filename).sort()).toEqual(['a.png', 'b.png']);
  });
});

describe('a clone over an existing asset', () => {
  it('replaces name, content and tags, merges settings and keeps the type', async () => {
    const target = await makeAsset(app, {
      asset_type: 'template',
      settings: { description: 'own', mine: 1, 'share-metadata': true },
    });
    await grant(app, target.uid, 'editor', ['change_asset']);
    await grant(app, source('survey'), 'editor', ['view_asset']);
    const { body } = await patch(target.uid, { clone_from: source('survey') }, 'editor').expect(200);
    expect(body).toMatchObject({
      uid: target.uid,
      owner__username: 'owner',
      name: 'The survey',
      asset_type: 'template',
      tag_string: 'tagged,twice',
      version_count: 2,
      settings: { description: 'source', mine: 1, 'share-metadata': true },
    });
    const { body: again } = await patch(target.uid, {
      clone_from: source('survey'),
      name: 'Called otherwise',
      settings: { description: 'merged' },
    }).expect(200);
    expect(again).toMatchObject({
      name: 'Called otherwise',
      settings: { description: 'merged', mine: 1 },
    });
  });

  it('restores an earlier version of itself', async () => {
    const { uid, version_id } = await makeAsset(app, { name: 'As it was', content: CONTENT });
    await patch(uid, { name: 'Spoilt', content: { survey: [] } }).expect(200);
    const { body } = await patch(uid, { clone_from: uid, clone_from_version_id: version_id }).expect(200);
    expect(body).toMatchObject({ name: 'As it was', version_count: 3 });
    expect(names(body as AssetJson)).toEqual(['well']);
  });

  it.each([
    ['a source hidden from the caller', 'editor', 'template', 404],
    ['a caller who may only view the target', 'viewer', 'survey', 403],
    ['a stranger', 'stranger', 'survey', 404],
    ['an anonymous caller', ANONYMOUS, 'survey', 401],
  ] as const)('changes nothing for %s', async (_, caller, from, status) => {
    const target = await makeAsset(app);
    await grant(app, target.uid, 'editor', ['change_asset']);
    await grant(app, target.uid, 'viewer', ['view_asset']);
    await patch(target.uid, { clone_from: source(from) }, caller).expect(status);
    const { body } = await app.as('owner').get(api(target.uid)).expect(200);
    expect(body).toMatchObject({ name: target['name'], version_id: target['version_id'], tag_string: '' });
  });

  it('returns 400 for incompatible types', async () => {
    const { uid } = await makeAsset(app, { asset_type: 'block', content: CONTENT });
    const { body } = await patch(uid, { clone_from: source('template') }).expect(400);
    expect(Object.keys(body as object)).toEqual(['asset_type']);
  });
});
