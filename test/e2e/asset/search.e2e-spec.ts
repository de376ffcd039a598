import { grant, makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const content = {
  survey: [{ type: 'text', name: 'village', label: 'Village' }],
  choices: [],
  settings: {},
};
const KENYA = { label: 'Kenya', value: 'KEN' };
const FRANCE = { label: 'France', value: 'FRA' };

const MADE = [
  {
    name: 'Alpha wells',
    tag_string: 'water,north',
    settings: { description: 'deep holes', sector: { label: 'Water', value: 'Water' }, country: [KENYA] },
  },
  {
    name: 'Beta schools',
    tag_string: 'school,north',
    settings: {
      description: 'class rooms',
      sector: { label: 'Education', value: 'Education' },
      country: [FRANCE, KENYA],
    },
  },
  { name: 'Block wells', asset_type: 'block', tag_string: 'water' },
  {
    name: 'gamma clinics',
    content: { ...content, translations: ['English (en)'] },
    settings: { description: 'beds' },
  },
  { name: 'Question', asset_type: 'question' },
  { name: 'Template wells', asset_type: 'template' },
  { name: 'Zeta collection', asset_type: 'collection' },
];

let app: TestApp;
let uids: Map<string, string>;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['anna', 'ben', 'cleo']) await app.addUser(username);
  uids = new Map();
  for (const asset of MADE) {
    const { body } = await app
      .as('anna')
      .post('/api/v2/assets/')
      .send({ asset_type: 'survey', content, ...asset })
      .expect(201);
    uids.set(asset.name, body.uid as string);
  }
  await app.rows('UPDATE asset SET parent_id = (SELECT id FROM asset WHERE uid = $2) WHERE uid = $1', [
    uids.get('Alpha wells'),
    uids.get('Zeta collection'),
  ]);
  await app
    .as('anna')
    .post(`/api/v2/assets/${uids.get('Beta schools')}/deployment/`)
    .send({ active: true })
    .expect(201);
  const bens = await makeAsset(app, { owner: 'ben', name: 'Bens wells', content });
  await grant(app, bens.uid, 'anna', ['view_asset'], { owner: 'ben' });
  await makeAsset(app, { owner: 'cleo', name: 'Cleos wells', content });
});
afterAll(() => app.stop());

/** Names that a search finds, in order, ignoring letter case. */
async function find(q: string, by = 'anna'): Promise<string[]> {
  const { body } = await app.as(by).get('/api/v2/assets/').query({ q }).expect(200);
  expect(body.count).toBe(body.results.length);
  return body.results.map(({ name }: { name: string }) => name).sort(new Intl.Collator('en').compare);
}

const [alpha, beta, block, gamma, question, template, zeta] = MADE.map(({ name }) => name) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const bens = 'Bens wells';

describe('q=', () => {
  // Expected results are recorded from KoboToolbox for the same assets.
  it.each<[search: string, found: string[]]>([
    ['asset_type:survey', [alpha, bens, beta, gamma]],
    ['asset_type:question', [question]],
    ['asset_type:template OR asset_type:block', [block, template]],
    ['name:"Alpha wells"', [alpha]],
    ['name:"alpha wells"', []],
    ['name__icontains:WELLS', [alpha, bens, block, template]],
    ['name__iexact:"alpha WELLS"', [alpha]],
    ['name__startswith:Be', [bens, beta]],
    ['name__istartswith:be', [bens, beta]],
    ['wells', [alpha, bens, block, template]],
    ['wells alpha', [alpha]],
    ['class rooms', [beta]],
    ['"class rooms"', [beta]],
    ['owner__username:ben', [bens]],
    ['tags__name:water', [alpha, block]],
    ['tags__name:water AND tags__name:north', [alpha]],
    ['tags__name__icontains:NOR', [alpha, beta]],
    ['NOT asset_type:survey', [block, question, template, zeta]],
    ['asset_type:survey AND NOT name__icontains:wells', [beta, gamma]],
    ['(asset_type:survey OR asset_type:block) AND wells', [alpha, bens, block]],
    ['((asset_type:survey) AND (name__icontains:beta OR name__icontains:gamma))', [beta, gamma]],
    ['parent:null', [bens, beta, block, gamma, question, template, zeta]],
    ['parent__name:"Zeta collection"', [alpha]],
    ['settings__sector__value:Water', [alpha]],
    ['settings__country[]__value:KEN', [alpha, beta]],
    ['settings__country_codes[]:FRA', []],
    ['summary__languages[]__icontains:eng', [gamma]],
    ['_deployment_status:deployed', [beta]],
    ['_deployment_status:draft', [alpha, bens, gamma]],
    ['_deployment_data__active:true', [beta]],
    ['date_created__gt:2020-01-01', [alpha, bens, beta, block, gamma, question, template, zeta]],
    ['date_created__lt:2020-01-01', []],
    ['date_created__gt:yesterday', []],
    ['ab asset_type:survey', [alpha, bens, beta, gamma]],
    ['(asset_type:survey', []],
    ['asset_type: survey', []],
    ['asset_type:template or asset_type:block', []],
    ['nonsense:x', []],
    ['status:shared', [alpha, bens, beta, block, gamma, question, template, zeta]],
    ['data_sharing__enabled:true', []],
    // Derived from the SQL that KoboToolbox runs for the same query language.
    ['name__regex:"^(Alpha|Beta) "', [alpha, beta]],
    ['name__iregex:"WELLS$" NOT asset_type:survey', [block, template]],
    ['settings__icontains:DEEP', [alpha]],
    ['settings__sector__icontains:educ', [beta]],
    ['summary__languages__icontains:eng', [gamma]],
    ['settings__sector__has_key:value', [alpha, beta]],
    ['settings__sector__value__in:Water', []],
    ['NOT settings__sector__value:Water', [beta]],
    ['NOT settings__country[]__value:FRA', [alpha, bens, gamma]],
    ['settings__sector__value:null', []],
    ['settings__description__isnull:true', [block, question, template, zeta]],
    ['tags:null', [bens, gamma, question, template, zeta]],
    ['date_created__month__gte:1 AND tags__name:school', [beta]],
    ['date_created__month:13', []],
    ['date_created__date:9999-12-31', []],
    ['date_created__year__lte:9999 tags__name:school', [beta]],
    ['date_created__gt:0000-01-01 tags__name:school', [beta]],
    ['date_created__icontains:"-" tags__name:school', [beta]],
    ['search_field__owner_username:ben', [bens]],
  ])('%s', async (search, found) => {
    expect(await find(search)).toEqual(found);
  });

  it('finds by uid, also by that of the parent collection', async () => {
    expect(await find(`uid:${uids.get(alpha)}`)).toEqual([alpha]);
    expect(await find(`parent__uid:${uids.get(zeta)}`)).toEqual([alpha]);
  });

  it('matches letters, quotes and wildcards literally', async () => {
    expect(await find("'; DROP TABLE asset; --")).toEqual([]);
    expect(await find('name__icontains:%')).toEqual([]);
    expect(await find('name__icontains:_lpha')).toEqual([]);
    expect(await find('name__icontains:\\')).toEqual([]);
  });

  it.each([
    ['ab', 'Your query is too short'],
    ['', 'Your query is too short'],
    ['   ', 'Your query is too short'],
    ['owner__password:x', 'Not supported field lookup'],
    ['owner__email:x', 'Not supported field lookup'],
    ['permissions__user__username:x', 'Not supported field lookup'],
    ['name__in:5', 'Not supported field lookup'],
    ['name__regex:"("', 'Unsupported query: the regular expression cannot be read. Correct it.'],
  ])('returns 400 for "%s"', async (q, detail) => {
    const { body } = await app.as('anna').get('/api/v2/assets/').query({ q }).expect(400);
    expect(body).toEqual({ detail });
  });

  it.each([
    ['cleo', ['Cleos wells']],
    [ANONYMOUS, []],
  ])('finds only what %s may list', async (by, found) => {
    expect(await find('wells', by)).toEqual(found);
    expect(await find('NOT name:x', by)).toEqual(found);
  });

  it('combines with the type and is kept in the page links', async () => {
    const { body } = await app
      .as('anna')
      .get('/api/v2/assets/')
      .query({ q: 'wells', asset_type: 'survey', limit: '1' })
      .expect(200);
    expect(body.count).toBe(2);
    const next = new URL(body.next as string);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      q: 'wells',
      asset_type: 'survey',
      limit: '1',
      start: '1',
    });
    const rest = await app
      .as('anna')
      .get(next.pathname + next.search)
      .expect(200);
    expect([...body.results, ...rest.body.results].map(({ name }) => name).sort()).toEqual([alpha, bens]);
  });
});
