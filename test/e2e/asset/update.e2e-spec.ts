import { grant, makeAsset, makeDeployedAsset, SURVEY_CONTENT } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const CONTENT = {
  survey: [{ type: 'text', name: 'well', label: 'Which well?' }],
  settings: { style: 'pages' },
};

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'viewer', 'editor', 'stranger']) await app.addUser(username);
});
afterAll(() => app.stop());

const api = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;

const patch = (uid: string, body: object, as = 'owner') => app.as(as).patch(api(uid)).send(body);

describe('PATCH /api/v2/assets/<uid>/', () => {
  it('updates the fields that are sent and leaves the others', async () => {
    const asset = await makeAsset(app, { settings: { description: 'one', organization: 'two' } });
    const { body } = await app
      .as('owner')
      .patch(api(asset.uid))
      .send({
        settings: { description: 'other' },
        tag_string: 'two words,a,two words',
        uid: 'x',
        owner__username: 'stranger',
        deployment__active: true,
        created_by: 'x',
      })
      .expect(200);
    expect(body).toMatchObject({
      uid: asset.uid,
      name: 'Households',
      asset_type: 'survey',
      owner__username: 'owner',
      created_by: 'owner',
      deployment__active: false,
      settings: { description: 'other', organization: 'two' },
      content: asset['content'],
      version_id: asset['version_id'],
      version_count: 1,
    });
    expect(body.tag_string).toBe('two words,a');
    expect(body.date_modified > asset['date_modified']).toBe(true);
  });

  it('returns the user who changed it last', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'viewer', ['change_asset']);
    const { body } = await app.as('viewer').patch(api(uid)).send({ name: 'Mine' }).expect(200);
    expect(body).toMatchObject({ last_modified_by: 'viewer', created_by: 'owner', owner__username: 'owner' });
  });

  it('lets a user with change_submissions update advanced features and nothing else', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'viewer', ['change_submissions']);
    const features = { transcript: { languages: ['en'] } };
    const send = (by: string, sent: object) => app.as(by).patch(api(uid)).send(sent);
    const { body } = await send('viewer', { advanced_features: features }).expect(200);
    expect(body).toMatchObject({ advanced_features: features, last_modified_by: 'viewer' });
    for (const sent of [{ advanced_features: {}, name: 'Mine' }, { name: 'Mine' }, {}]) {
      await send('viewer', sent).expect(403);
    }
    expect((await send('owner', {}).expect(200)).body).toMatchObject({
      name: 'Households',
      advanced_features: features,
    });
  });

  it('accepts a number for tags and for a name', async () => {
    const { uid } = await makeAsset(app);
    const { body } = await app.as('owner').patch(api(uid)).send({ tag_string: 2026 }).expect(200);
    expect(body.tag_string).toBe('2026');
  });

  it('creates a version only when the name or the content changes', async () => {
    const asset = await makeAsset(app);
    const versions = [asset['version_id']];
    const change = async (sent: object): Promise<[string, string, number]> => {
      const { body } = await app.as('owner').patch(api(asset.uid)).send(sent).expect(200);
      return [body.version_id, body.version__content_hash, body.version_count];
    };
    const settings = await change({ settings: { description: 'x' }, tag_string: 'y' });
    expect(settings).toEqual([versions[0], asset['version__content_hash'], 1]);
    const same = await change({ content: asset['content'] });
    expect(same).toEqual([versions[0], asset['version__content_hash'], 1]);
    const renamed = await change({ name: 'Another' });
    expect(renamed[0]).not.toBe(versions[0]);
    expect(renamed.slice(1)).toEqual([asset['version__content_hash'], 2]);
    const other = await change({ content: { survey: [{ type: 'text', name: 'q', label: 'Q' }] } });
    expect(other[1]).not.toBe(asset['version__content_hash']);
    expect(other[2]).toBe(3);
    const back = await change({ content: asset['content'] });
    expect(back.slice(1)).toEqual([asset['version__content_hash'], 4]);
  });

  it.each([
    ['no body', undefined],
    ['an empty object', {}],
  ])('treats %s as no change', async (_, sent) => {
    const asset = await makeAsset(app);
    const test = app.as('owner').patch(api(asset.uid));
    const { body } = await (sent === undefined ? test : test.send(sent)).expect(200);
    expect(body.version_id).toBe(asset['version_id']);
  });

  it('resets settings for empty text', async () => {
    const asset = await makeAsset(app, { settings: { description: 'x', mine: 1 } });
    const merged = await app.as('owner').patch(api(asset.uid)).send({ settings: {} }).expect(200);
    expect(merged.body.settings).toMatchObject({ description: 'x', mine: 1 });
    const { body } = await app.as('owner').patch(api(asset.uid)).send({ settings: '' }).expect(200);
    expect(body.settings).toEqual({
      country: [],
      country_codes: [],
      sector: {},
      description: '',
      organization: '',
    });
  });

  it('changes nothing when one field is invalid (400)', async () => {
    const asset = await makeAsset(app);
    await app.as('owner').patch(api(asset.uid)).send({ name: 'Other', settings: 5 }).expect(400);
    expect((await app.as('owner').get(api(asset.uid))).body.name).toBe('Households');
  });

  it('stores all concurrent changes', async () => {
    const { uid } = await makeAsset(app);
    const keys = Array.from({ length: 10 }, (_, index) => `key${index}`);
    await Promise.all(
      keys.map((key) =>
        app
          .as('owner')
          .patch(api(uid))
          .send({ settings: { [key]: true } })
          .expect(200),
      ),
    );
    const { body } = await app.as('owner').get(api(uid)).expect(200);
    expect(Object.keys(body.settings as object)).toEqual(expect.arrayContaining(keys));
  });
});

it('derives the status from the grants', async () => {
  const { uid } = await makeAsset(app, { content: SURVEY_CONTENT });
  const status = async (): Promise<unknown> => (await app.as('owner').get(api(uid))).body.status;
  expect(await status()).toBe('private');
  await grant(app, uid, 'viewer', ['view_asset']);
  expect(await status()).toBe('shared');
  await grant(app, uid, ANONYMOUS, ['view_asset']);
  expect(await status()).toBe('public');
  await grant(app, uid, ANONYMOUS, ['discover_asset']);
  expect(await status()).toBe('public-discoverable');
});

describe('a change of the type', () => {
  it('is allowed where a clone could have the type and drops inapplicable permissions', async () => {
    const { uid } = await makeAsset(app, { content: CONTENT });
    await grant(app, uid, 'viewer', ['view_submissions']);
    const { body } = await patch(uid, { asset_type: 'template' }).expect(200);
    expect(body).toMatchObject({
      asset_type: 'template',
      deployment_status: '-',
      content: { settings: { style: 'pages' } },
    });
    const held = (user: string): string[] =>
      (body.permissions as { user: string; permission: string }[])
        .filter((each) => each.user.endsWith(`/${user}/`))
        .map(({ permission }) => permission.split('/').at(-2)!);
    expect(held('viewer')).toEqual(['view_asset']);
    expect(held('owner').filter((codename) => codename.endsWith('_submissions'))).toEqual([]);
    const { body: block } = await patch(uid, { asset_type: 'survey' }).expect(200);
    expect(JSON.stringify(block.permissions)).toContain('add_submissions');
    const { body: last } = await patch(uid, { asset_type: 'block' }).expect(200);
    expect(last.content.settings).toEqual({});
  });

  it.each([
    ['template', 'block', 400],
    ['survey', 'collection', 400],
    ['collection', 'survey', 400],
    ['survey', 'nonsense', 400],
    ['question', 'question', 200],
  ] as const)('from a %s to a %s returns %d', async (from, to, status) => {
    const { uid } = await makeAsset(app, { asset_type: from, content: from === 'collection' ? {} : CONTENT });
    const { body } = await patch(uid, { asset_type: to }).expect(status);
    if (status === 400) expect(Object.keys(body as object)).toEqual(['asset_type']);
  });

  it('is rejected where data is collected', async () => {
    const { uid } = await makeDeployedAsset(app);
    const { body } = await patch(uid, { asset_type: 'template' }).expect(400);
    expect(body.asset_type[0]).toContain('deployed');
    await patch(uid, { asset_type: 'survey', name: 'Still one' }).expect(200);
  });
});

describe('PUT', () => {
  it('updates like PATCH and requires the type', async () => {
    const { uid, settings } = await makeAsset(app, { settings: { description: 'kept' } });
    const put = (body: object, as = 'owner') => app.as(as).put(api(uid)).send(body);
    const { body } = await put({ asset_type: 'survey', name: 'Put' }).expect(200);
    expect(body).toMatchObject({ name: 'Put', settings });
    expect((await put({ name: 'Put' }).expect(400)).body).toEqual({
      asset_type: ['This field is required.'],
    });
    await put({ asset_type: 'survey' }, 'stranger').expect(404);
    await put({ asset_type: 'survey' }, ANONYMOUS).expect(401);
  });
});
