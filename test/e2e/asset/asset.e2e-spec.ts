import { grant, makeAsset, makeDeployedAsset, SURVEY_CONTENT } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
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
  it('says where the asset is', async () => {
    const { headers, body } = await create({ asset_type: 'block', name: 'B' }).expect(201);
    expect(headers['location']).toBe(body.url);
  });

  it.each([{ parent: '/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/' }])(
    'refuses %j rather than passing it over',
    async (extra) => {
      const { body } = await create({ asset_type: 'survey', name: 'S', ...extra }).expect(400);
      expect(body).toEqual({ [Object.keys(extra)[0]!]: [expect.stringContaining('not')] });
      await create({ asset_type: 'survey', parent: null, data_sharing: {} }).expect(201);
    },
  );

  it('answers 201 with every field of the specification', async () => {
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

  it('makes loose content standard', async () => {
    const { body } = await create({
      asset_type: 'survey',
      content: {
        survey: [
          { type: 'select_one yn', name: 'go', label: 'Go?' },
          { type: 'begin group', name: 'g', label: 'Group' },
          { type: 'text', Label: 'Why?', name: 'why', relevant: '' },
          { type: 'end group' },
          { label: 'no type at all' },
        ],
        choices: [{ list_name: 'yn', name: 'y', label: 'Yes' }, { name: 'no list' }],
        settings: [{ form_title: 'From the\n settings\t' }],
      },
    }).expect(201);
    expect(body.name).toBe('From the settings');
    expect(body.content).toMatchObject({ schema: '1', translations: [null], translated: ['label'] });
    expect(body.content.survey.map(({ type }: { type: string }) => type)).toEqual([
      'select_one',
      'begin_group',
      'text',
      'end_group',
    ]);
    expect(body.content.survey[0]).toMatchObject({
      select_from_list_name: 'yn',
      label: ['Go?'],
      $xpath: 'go',
    });
    expect(body.content.survey[2]).toMatchObject({ label: ['Why?'], $xpath: 'g/why' });
    expect(body.content.survey[2]).not.toHaveProperty('relevant');
    expect(body.content.choices).toHaveLength(1);
  });

  it.each([
    ['JSON', (body: Record<string, string>) => create(body)],
    ['urlencoded', (body: Record<string, string>) => create(body).type('form')],
    [
      'multipart without files',
      (body: Record<string, string>) => app.as('owner').post('/api/v2/assets/').field(body),
    ],
  ])('takes a form as %s, with JSON as text inside', async (_, send) => {
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
      'a type that is no text',
      { asset_type: ['survey'] },
      { asset_type: ['["survey"] is not a valid choice.'] },
    ],
    [
      'too long a name',
      { asset_type: 'survey', name: '🌍'.repeat(256) },
      { name: ['Ensure this field has no more than 255 characters.'] },
    ],
    ['a name that is no text', { asset_type: 'survey', name: ['x'] }, { name: ['Not a valid string.'] }],
    ['null for a name', { asset_type: 'survey', name: null }, { name: ['This field may not be null.'] }],
    [
      'content that is no object',
      { asset_type: 'survey', content: true },
      { content: ['Unable to parse JSON'] },
    ],
    ['content that is a list', { asset_type: 'survey', content: [1] }, { content: ['Unable to parse JSON'] }],
    [
      'content that is no JSON',
      { asset_type: 'survey', content: '{' },
      { content: ['Unable to parse JSON'] },
    ],
    [
      'null for content',
      { asset_type: 'survey', content: null },
      { content: ['This field may not be null.'] },
    ],
    [
      'settings that are a number',
      { asset_type: 'survey', settings: 3 },
      { settings: ['Unable to parse JSON'] },
    ],
  ])('refuses %s (400)', async (_, sent, refusal) => {
    const { body, headers } = await create(sent).expect(400);
    expect(body).toEqual(refusal);
    expect(headers['content-type']).toBe('application/json');
  });

  it('refuses a name and settings with NUL or half a character (400), each in its field', async () => {
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

  it('keeps question types that no form has, at create and at PATCH (decision 30)', async () => {
    const survey = [
      { type: 'hologram', name: 'a', label: 'A' },
      { type: 'select_one two words', name: 'b', label: 'B' },
    ];
    const typesOf = (content: { survey: { type: string }[] }) => content.survey.map(({ type }) => type);
    const { uid, content } = await makeAsset(app, { content: { survey } });
    expect(typesOf(content)).toEqual(['hologram', 'select_one two words']);
    const { body } = await app
      .as('owner')
      .patch(api(uid))
      .send({ content: { survey: survey.slice(0, 1) } })
      .expect(200);
    expect(typesOf(body.content)).toEqual(['hologram']);
  });

  it.each([
    ['without the blanks around it', '   spaced out   ', 'spaced out'],
    ['of as many characters, whatever each takes', '🌍'.repeat(255), '🌍'.repeat(255)],
    ['also when it is a number', 17, '17'],
  ])('takes a name %s', async (_, name, expected) => {
    const { body } = await create({ asset_type: 'survey', name }).expect(201);
    expect(body.name).toBe(expected);
  });

  it('says which columns are translated as it was told, and what is in their places stays', async () => {
    const content = {
      schema: '1',
      survey: [{ type: 'text', name: 'a', label: ['A'], hint: ['Here'] }],
      translated: ['label'],
      translations: [null],
    };
    const { body } = await create({ asset_type: 'survey', content }).expect(201);
    expect(body.content).toMatchObject({ translated: ['label'], survey: [{ hint: ['Here'] }] });
    const { body: flat } = await app
      .as('owner')
      .get(`${api(body.uid as string)}content/`)
      .expect(200);
    expect(flat.data.survey).toEqual([expect.objectContaining({ label: 'A', hint: 'Here' })]);
  });

  it.each([
    ['survey', ['country', 'country_codes', 'description', 'organization', 'sector']],
    ['template', ['description']],
    ['collection', ['description']],
    ['block', []],
    ['question', []],
  ])('shows the settings of a %s', async (asset_type, keys) => {
    const { body } = await create({ asset_type, settings: { description: 'd' } }).expect(201);
    expect(Object.keys(body.settings as object).sort()).toEqual(keys);
  });

  it.each([
    ['survey', 'survey'],
    ['template', 'asset'],
    ['block', 'asset'],
    ['question', 'asset'],
    ['collection', 'asset'],
  ])('tells the owner of a %s what it may do with it', async (asset_type, kind) => {
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

  it('tells a superuser what was granted, although it may do everything', async () => {
    await app.addUser('root', { superuser: true });
    const { uid } = await makeAsset(app);
    const granted = async () =>
      (await app.as('root').get(api(uid)).expect(200)).body.effective_permissions as object[];
    expect(await granted()).toEqual([]);
    await grant(app, uid, 'root', ['view_asset']);
    expect(await granted()).toEqual([{ codename: 'view_asset' }]);
  });

  it('refuses null for the sharing of data (400)', async () => {
    const { uid } = await makeAsset(app);
    const { body } = await app.as('owner').patch(api(uid)).send({ data_sharing: null }).expect(400);
    expect(body).toEqual({ data_sharing: ['This field may not be null.'] });
  });

  it('keeps text of every language and sign', async () => {
    const name = 'Üm lång 調査 🦆 "quotes" <b> & \\ \u2028.';
    const asset = await makeAsset(app, { name, settings: { description: name } });
    const { body } = await app.as('owner').get(api(asset.uid)).expect(200);
    expect([body.name, body.settings.description]).toEqual([name, name]);
  });

  it('is for users only (401)', async () => {
    await app.as(ANONYMOUS).post('/api/v2/assets/').send({ asset_type: 'survey' }).expect(401);
  });

  it.each([
    [
      'survey',
      { description: 'd', mine: 1 },
      { description: 'd', mine: 1, country: [], country_codes: [], sector: {}, organization: '' },
    ],
    ['template', { description: 'd' }, { description: 'd' }],
    ['block', { description: 'd' }, {}],
    ['question', { description: 'd' }, {}],
    [
      'survey',
      { country: [{ label: 'France', value: 'FRA' }], sector: { label: 'H', value: 'h' } },
      {
        country: [{ label: 'France', value: 'FRA' }],
        country_codes: ['FRA'],
        sector: { label: 'H', value: 'h' },
      },
    ],
    [
      'survey',
      { country: 'France', sector: 'Health', country_codes: ['XXX'] },
      { country: 'France', country_codes: [], sector: 'Health' },
    ],
  ])('keeps the settings of a new %s by its rule: %j', async (asset_type, settings, kept) => {
    const asset = await makeAsset(app, { asset_type, settings, content: { survey: [] } });
    if (asset_type === 'survey') expect(asset['settings']).toMatchObject(kept);
    else expect(asset['settings']).toEqual(kept);
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

  it.each(['survey', 'collection'])(
    'has a summary with every key, also as a %s without content',
    async (asset_type) => {
      const { body } = await create({ asset_type, name: 'Bare' }).expect(201);
      expect(body.summary).toEqual({
        row_count: 0,
        languages: [],
        default_translation: false,
        geo: false,
        lock_all: false,
        lock_any: false,
        labels: [],
        columns: [],
        name_quality: { ok: 0, bad: 0, good: 0, total: 0, firsts: {} },
      });
    },
  );

  it('has no deployment status for what is no survey', async () => {
    expect((await makeAsset(app, { asset_type: 'template' }))['deployment_status']).toBe('-');
  });
});

describe('PATCH /api/v2/assets/<uid>/', () => {
  it('changes what was sent and leaves the rest', async () => {
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

  it('says who changed it last', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'viewer', ['change_asset']);
    const { body } = await app.as('viewer').patch(api(uid)).send({ name: 'Mine' }).expect(200);
    expect(body).toMatchObject({ last_modified_by: 'viewer', created_by: 'owner', owner__username: 'owner' });
  });

  it('takes advanced features alone from whoever may change submissions, and nothing besides', async () => {
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

  it('takes a number for tags, as for a name', async () => {
    const { uid } = await makeAsset(app);
    const { body } = await app.as('owner').patch(api(uid)).send({ tag_string: 2026 }).expect(200);
    expect(body.tag_string).toBe('2026');
  });

  it('makes a version when the name or the content changes, and then only', async () => {
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
  ])('takes %s as no change', async (_, sent) => {
    const asset = await makeAsset(app);
    const test = app.as('owner').patch(api(asset.uid));
    const { body } = await (sent === undefined ? test : test.send(sent)).expect(200);
    expect(body.version_id).toBe(asset['version_id']);
  });

  it('starts settings over with empty text', async () => {
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

  it('changes nothing when a part of it does not hold (400)', async () => {
    const asset = await makeAsset(app);
    await app.as('owner').patch(api(asset.uid)).send({ name: 'Other', settings: 5 }).expect(400);
    expect((await app.as('owner').get(api(asset.uid))).body.name).toBe('Households');
  });

  it('keeps every one of many changes made at the same moment', async () => {
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

describe('GET /api/v2/assets/', () => {
  it('lists what the caller may view: its own and what it was granted, nothing else', async () => {
    const own = await makeAsset(app, { owner: 'lister', name: 'own' });
    const granted = await makeAsset(app, { name: 'granted' });
    await grant(app, granted.uid, 'lister', ['view_asset']);
    const open = await makeAsset(app, { name: 'open' });
    await grant(app, open.uid, ANONYMOUS, ['view_asset']);
    const submitting = await makeDeployedAsset(app, { name: 'submit only' });
    await grant(app, submitting.uid, 'lister', ['add_submissions']);
    const { body } = await app.as('lister').get('/api/v2/assets/').expect(200);
    expect(body.results.map(({ uid }: { uid: string }) => uid).sort()).toEqual([own.uid, granted.uid].sort());
    expect(body.count).toBe(2);
  });

  it('lists to an anonymous caller what is public, the owner alone among its permissions', async () => {
    const { uid } = await makeAsset(app, { name: 'public' });
    await grant(app, uid, ANONYMOUS, ['view_asset']);
    const hidden = await makeAsset(app);
    const { body } = await app.as(ANONYMOUS).get('/api/v2/assets/?limit=1000').expect(200);
    const uids = body.results.map((asset: { uid: string }) => asset.uid);
    expect(uids).toContain(uid);
    expect(uids).not.toContain(hidden.uid);
    const listed = body.results.find((asset: { uid: string }) => asset.uid === uid);
    expect(new Set(listed.permissions.map(({ user }: { user: string }) => user))).toEqual(
      new Set([`${app.origin}/api/v2/users/owner/`]),
    );
  });

  it('puts the deployed before drafts and archived, and the newest first', async () => {
    await app.addUser('sorter');
    const owner = 'sorter';
    const template = await makeAsset(app, { owner, asset_type: 'template' });
    const archived = await makeDeployedAsset(app, { owner, active: false });
    const draft = await makeAsset(app, { owner });
    const deployed = await makeDeployedAsset(app, { owner });
    const newer = await makeDeployedAsset(app, { owner });
    const { body } = await app.as(owner).get('/api/v2/assets/').expect(200);
    expect(body.results.map(({ uid }: { uid: string }) => uid)).toEqual([
      newer.uid,
      deployed.uid,
      draft.uid,
      archived.uid,
      template.uid,
    ]);
    expect(body.results.map((asset: Record<string, unknown>) => asset['deployment_status'])).toEqual([
      'deployed',
      'deployed',
      'draft',
      'archived',
      '-',
    ]);
    const filtered = await app.as(owner).get('/api/v2/assets/?asset_type=template').expect(200);
    expect(filtered.body).toMatchObject({ count: 1, results: [{ uid: template.uid }] });
  });

  describe('in pages', () => {
    beforeAll(async () => {
      for (let index = 0; index < 7; index += 1) await makeAsset(app, { owner: 'pager', content: {} });
    });

    it.each([
      '/api/v2/assets/',
      '/api/v2/assets',
      '/api/v2/assets.json',
      '/api/v2/assets.json/',
      '/api/v2/assets/?format=json',
    ])('follows next and previous from %s to the end and back', async (path) => {
      const all = await app.as('pager').get(path).expect(200);
      const expected = all.body.results.map(({ uid }: { uid: string }) => uid);
      const pages: string[][] = [];
      let link: string | null = `${app.origin}${path}${path.includes('?') ? '&' : '?'}limit=3`;
      let last = '';
      while (link !== null) {
        const { pathname, search, origin } = new URL(link);
        expect(origin).toBe(app.origin);
        const { body } = await app.as('pager').get(`${pathname}${search}`).expect(200);
        expect(body.count).toBe(7);
        pages.push(body.results.map(({ uid }: { uid: string }) => uid));
        last = link;
        link = body.next as string | null;
      }
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
      expect(pages.flat()).toEqual(expected);
      let steps = 0;
      for (link = last; link !== null; steps += 1) {
        const { pathname, search } = new URL(link);
        link = (await app.as('pager').get(`${pathname}${search}`).expect(200)).body.previous as string | null;
      }
      expect(steps).toBe(3);
    });

    it.each([
      ['limit=0', 7],
      ['limit=-1', 7],
      ['limit=many', 7],
      ['limit=2', 2],
      ['limit=2&start=6', 1],
      ['limit=2&offset=6', 1],
      ['limit=3&start=4&offset=0', 3],
      ['start=x', 7],
      ['start=7', 0],
      ['start=999999999999', 0],
      ['page=2&page_size=5', 2],
      ['page=zero', 7],
      ['limit=2000', 7],
      ['limit=2&limit=3', 3],
      ['limit[a]=2', 7],
      ['unknown=1&asset_type=survey', 7],
      ['asset_type=nonsense', 0],
      ['asset_type=%00', 0],
    ])('reads ?%s as %i assets', async (query, size) => {
      const { status, body } = await app.as('pager').get(`/api/v2/assets/?${query}`);
      if (status === 400) expect(query).toContain('%00');
      else expect([status, body.results.length]).toEqual([200, size]);
    });

    it('takes those parameters where they ask for what happens anyway', async () => {
      const query = 'ordering=&collections_first=false&metadata=off&current_user_permissions_only=false';
      const { body } = await app.as('pager').get(`/api/v2/assets/?${query}`).expect(200);
      expect(body.results).toHaveLength(7);
    });

    it('keeps other parameters in next', async () => {
      const { body } = await app
        .as('pager')
        .get('/api/v2/assets/?asset_type=survey&limit=2&format=json')
        .expect(200);
      const { searchParams } = new URL(body.next as string);
      expect(Object.fromEntries(searchParams)).toEqual({
        asset_type: 'survey',
        limit: '2',
        format: 'json',
        start: '2',
      });
    });
  });

  it('carries a suffix on in every link of the answer', async () => {
    const { uid } = await makeDeployedAsset(app);
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}.json`).expect(200);
    expect(body).toMatchObject({
      url: `${app.origin}/api/v2/assets/${uid}.json`,
      owner: `${app.origin}/api/v2/users/owner.json`,
      data: `${app.origin}/api/v2/assets/${uid}/data.json`,
    });
    expect(body.downloads).toEqual([
      { format: 'xls', url: `${app.origin}/api/v2/assets/${uid}.xls` },
      { format: 'xml', url: `${app.origin}/api/v2/assets/${uid}.xml` },
    ]);
  });
});

describe('deployment__* and the data', () => {
  it('agree for those who may see the data, and tell nothing to the others', async () => {
    const { uid } = await makeDeployedAsset(app);
    for (let sent = 1; sent <= 3; sent += 1) {
      await submit(app, uid);
      const { body } = await app.as('owner').get(api(uid)).expect(200);
      expect(body.deployment__submission_count).toBe(sent);
    }
    const { body } = await app.as('owner').get(api(uid)).expect(200);
    const last = await app.as('owner').get(api(uid, 'data/?sort={"_id":-1}&limit=1')).expect(200);
    expect((body.deployment__last_submission_time as string).slice(0, 19)).toBe(
      last.body.results[0]._submission_time,
    );
    await grant(app, uid, 'viewer', ['view_asset']);
    const seen = await app.as('viewer').get(api(uid)).expect(200);
    expect(seen.body).toMatchObject({
      deployment__submission_count: null,
      deployment__last_submission_time: null,
    });
    const listed = await app.as('viewer').get('/api/v2/assets/?limit=1000').expect(200);
    expect(
      listed.body.results.find((each: { uid: string }) => each.uid === uid).deployment__submission_count,
    ).toBeNull();
  });
});

it('shows the status by who else was granted what', async () => {
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
