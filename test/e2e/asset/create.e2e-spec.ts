import { grant, makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const UID = /^a[A-Za-z0-9]{21}$/;
const VERSION = /^v[A-Za-z0-9]{21}$/;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'viewer', 'stranger', 'lister', 'pager']) await app.addUser(username);
});
afterAll(() => app.stop());

const api = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;
const create = (body: object | string) => app.as('owner').post('/api/v2/assets/').send(body);

describe('POST /api/v2/assets/', () => {
  it('returns the location of the asset', async () => {
    const { headers, body } = await create({ asset_type: 'block', name: 'B' }).expect(201);
    expect(headers['location']).toBe(body.url);
  });

  it.each([{ parent: '/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/' }])('returns 400 for %j', async (extra) => {
    const { body } = await create({ asset_type: 'survey', name: 'S', ...extra }).expect(400);
    expect(body).toEqual({ [Object.keys(extra)[0]!]: [expect.stringContaining('not')] });
    await create({ asset_type: 'survey', parent: null, data_sharing: {} }).expect(201);
  });

  it('returns 201 with every field of the specification', async () => {
    const asset = await makeAsset(app, {
      settings: { description: 'Baseline', sector: 'Health', country: 'Kenya', 'share-metadata': true },
    });
    expect(asset.uid).toMatch(UID);
    const { origin } = app;
    expect(asset).toMatchObject({
      url: `${origin}/api/v2/assets/${asset.uid}/`,
      name: 'Households',
      asset_type: 'survey',
      kind: 'asset',
      owner: `${origin}/api/v2/users/owner/`,
      owner__username: 'owner',
      data: `${origin}/api/v2/assets/${asset.uid}/data/`,
      settings: { description: 'Baseline', sector: 'Health', country: 'Kenya', 'share-metadata': true },
      files: [],
      tag_string: '',
      deployment__active: false,
      deployment__submission_count: 0,
      deployment__last_submission_time: null,
      deployment__encrypted: false,
      deployment__uuid: null,
      deployment_status: 'draft',
      has_deployment: false,
      deployed_version_id: null,
      data_sharing: {},
      subscribers_count: 0,
      status: 'private',
      parent: null,
      version_count: 1,
    });
    expect(asset['summary']).toMatchObject({ geo: true, row_count: 8 });
    expect(asset['version__content_hash']).toMatch(/^[0-9a-f]{40}$/);
    expect(asset['version_id']).toMatch(VERSION);
    expect(asset['date_created']).toMatch(DATE);
    expect(asset['date_modified']).toBe(asset['date_created']);
    const codenames = (
      asset['permissions'] as { user: string; permission: string; label: string; url: string }[]
    ).map(({ user, permission, label, url }) => {
      expect(user).toBe(`${origin}/api/v2/users/owner/`);
      expect(url).toMatch(
        new RegExp(`^${origin}/api/v2/assets/${asset.uid}/permission-assignments/p\\w{21}/$`),
      );
      return [permission.split('/').at(-2), label];
    });
    expect(codenames).toEqual([
      ['add_submissions', 'Add submissions'],
      ['change_asset', 'Edit form'],
      ['change_submissions', 'Edit submissions'],
      ['delete_submissions', 'Delete submissions'],
      ['discover_asset', 'Discover form'],
      ['manage_asset', 'Manage project'],
      ['validate_submissions', 'Validate submissions'],
      ['view_asset', 'View form'],
      ['view_submissions', 'View submissions'],
    ]);
    expect((await app.as('owner').get(api(asset.uid)).expect(200)).body).toEqual(asset);
  });

  it.each([
    ['JSON', (body: Record<string, string>) => create(body)],
    ['urlencoded', (body: Record<string, string>) => create(body).type('form')],
    [
      'multipart without files',
      (body: Record<string, string>) => app.as('owner').post('/api/v2/assets/').field(body),
    ],
  ])('accepts a form as %s, with JSON text in its fields', async (_, send) => {
    const { body } = await send({
      name: 'Wells',
      asset_type: 'survey',
      content: JSON.stringify({ survey: [{ type: 'text', name: 'well', label: 'Which?' }] }),
      settings: JSON.stringify({ description: 'dry' }),
    }).expect(201);
    expect(body).toMatchObject({
      name: 'Wells',
      settings: { description: 'dry' },
      summary: { row_count: 1 },
    });
  });

  it.each([
    ['no type', {}, { asset_type: ['This field is required.'] }],
    ['an unknown type', { asset_type: 'form' }, { asset_type: ['"form" is not a valid choice.'] }],
    [
      'a type that is not text',
      { asset_type: ['survey'] },
      { asset_type: ['["survey"] is not a valid choice.'] },
    ],
    [
      'a name that is too long',
      { asset_type: 'survey', name: '🌍'.repeat(256) },
      { name: ['Ensure this field has no more than 255 characters.'] },
    ],
    ['a name that is not text', { asset_type: 'survey', name: ['x'] }, { name: ['Not a valid string.'] }],
    ['a name that is null', { asset_type: 'survey', name: null }, { name: ['This field may not be null.'] }],
    [
      'content that is not an object',
      { asset_type: 'survey', content: true },
      { content: ['Unable to parse JSON'] },
    ],
    ['content that is a list', { asset_type: 'survey', content: [1] }, { content: ['Unable to parse JSON'] }],
    [
      'content that is not JSON',
      { asset_type: 'survey', content: '{' },
      { content: ['Unable to parse JSON'] },
    ],
    [
      'content that is null',
      { asset_type: 'survey', content: null },
      { content: ['This field may not be null.'] },
    ],
    [
      'settings that are a number',
      { asset_type: 'survey', settings: 3 },
      { settings: ['Unable to parse JSON'] },
    ],
  ])('returns 400 for %s', async (_, sent, refusal) => {
    const { body, headers } = await create(sent).expect(400);
    expect(body).toEqual(refusal);
    expect(headers['content-type']).toBe('application/json');
  });

  it('returns 400 by field for NUL or an unpaired surrogate in a name and settings', async () => {
    const nul = await create({ asset_type: 'survey', name: 'a\0b' }).expect(400);
    expect(Object.keys(nul.body as object)).toEqual(['name']);
    await create('{"asset_type":"survey","name":"\\ud800"}').type('json').expect(400);
    await create('{"asset_type":"survey","settings":{"description":"\\u0000"}}').type('json').expect(400);
    await create('{"asset_type":"survey","settings":{"\\u0000":1}}').type('json').expect(400);
    await create('{"asset_type":"survey","content":{"survey":[{"type":"text","label":"\\udc00"}]}}')
      .type('json')
      .expect(400);
    await create('{"asset_type":"survey","content":{"survey":[{"type":"text","label":"\\u0000"}]}}')
      .type('json')
      .expect(400);
    await create('{"asset_type":"survey","tag_string":"\\u0000"}').type('json').expect(400);
    await create('{"asset_type":"survey","report_custom":{"a":"\\u0000"}}').type('json').expect(400);
  });

  it.each([
    ['without surrounding blanks', '   spaced out   ', 'spaced out'],
    ['by its number of characters, not bytes', '🌍'.repeat(255), '🌍'.repeat(255)],
    ['that is a number', 17, '17'],
  ])('accepts a name %s', async (_, name, expected) => {
    const { body } = await create({ asset_type: 'survey', name }).expect(201);
    expect(body.name).toBe(expected);
  });

  it.each([
    ['survey', 'survey'],
    ['template', 'asset'],
    ['block', 'asset'],
    ['question', 'asset'],
    ['collection', 'asset'],
  ])('returns the permissions of the owner of a %s', async (asset_type, kind) => {
    const { body } = await create({ asset_type }).expect(201);
    const codenames = (body.effective_permissions as { codename: string }[]).map(({ codename }) => codename);
    expect(codenames.sort()).toEqual(
      [
        ...['change_asset', 'delete_asset', 'discover_asset', 'manage_asset', 'view_asset'],
        ...(kind === 'survey'
          ? ['add', 'change', 'delete', 'validate', 'view'].map((verb) => `${verb}_submissions`)
          : []),
      ].sort(),
    );
  });

  it('returns to a superuser the granted permissions only', async () => {
    await app.addUser('root', { superuser: true });
    const { uid } = await makeAsset(app);
    const granted = async () =>
      (await app.as('root').get(api(uid)).expect(200)).body.effective_permissions as object[];
    expect(await granted()).toEqual([]);
    await grant(app, uid, 'root', ['view_asset']);
    expect(await granted()).toEqual([{ codename: 'view_asset' }]);
  });

  it('returns 400 for null as data_sharing', async () => {
    const { uid } = await makeAsset(app);
    const { body } = await app.as('owner').patch(api(uid)).send({ data_sharing: null }).expect(400);
    expect(body).toEqual({ data_sharing: ['This field may not be null.'] });
  });

  it('stores text of every language and script', async () => {
    const name = 'Üm lång 調査 🦆 "quotes" <b> & \\ \u2028.';
    const asset = await makeAsset(app, { name, settings: { description: name } });
    const { body } = await app.as('owner').get(api(asset.uid)).expect(200);
    expect([body.name, body.settings.description]).toEqual([name, name]);
  });

  it('returns 401 to an anonymous caller', async () => {
    await app.as(ANONYMOUS).post('/api/v2/assets/').send({ asset_type: 'survey' }).expect(401);
  });

  it.each(['block', 'question', 'survey', 'template'])(
    'keeps the type %s, whatever the number of rows',
    async (asset_type) => {
      const rows = [1, 2].map((n) => ({ type: 'text', name: `q${n}`, label: 'Q' }));
      for (const survey of [[], rows.slice(1), rows]) {
        expect((await makeAsset(app, { asset_type, content: { survey } }))['asset_type']).toBe(asset_type);
      }
    },
  );

  it('returns no deployment status for assets other than surveys', async () => {
    expect((await makeAsset(app, { asset_type: 'template' }))['deployment_status']).toBe('-');
  });
});
