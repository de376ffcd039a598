import { makeAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'viewer', 'stranger', 'lister', 'pager']) await app.addUser(username);
});
afterAll(() => app.stop());

const api = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;
const create = (body: object | string) => app.as('owner').post('/api/v2/assets/').send(body);

describe('stored content and settings', () => {
  it('are normalised to standard content', async () => {
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

  it('include unknown question types, at create and at PATCH (decision 16)', async () => {
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

  it('list the translated columns as sent and keep their values', async () => {
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
  ])('of a %s are returned', async (asset_type, keys) => {
    const { body } = await create({ asset_type, settings: { description: 'd' } }).expect(201);
    expect(Object.keys(body.settings as object).sort()).toEqual(keys);
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
  ])('of a new %s follow its rule: %j becomes %j', async (asset_type, settings, stored) => {
    const asset = await makeAsset(app, { asset_type, settings, content: { survey: [] } });
    if (asset_type === 'survey') expect(asset['settings']).toMatchObject(stored);
    else expect(asset['settings']).toEqual(stored);
  });

  it.each(['survey', 'collection'])(
    'include a summary with every key, also as a %s without content',
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
});
