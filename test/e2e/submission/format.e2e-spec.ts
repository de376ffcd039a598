import { type AssetJson, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

let app: TestApp;
let survey: AssetJson;
/** Root uuids in insertion order. */
const sent: string[] = [];

const ANSWERS = [
  '<person><name>Asha</name><age>34</age></person><consent>yes</consent><place>-3.35 35.85 980 4.5</place>',
  '<person><name>Ben &amp; co</name></person><consent>no</consent>',
  '<person><name>Chloé</name></person><consent>yes</consent><place>1 2</place><child><first_name>D</first_name></child>',
];

beforeAll(async () => {
  app = await startApp({ environment: { MAX_PAGE_SUBMISSIONS: '20' } });
  for (const username of ['owner', 'some']) await app.addUser(username);
  survey = await makeDeployedAsset(app, { name: 'Homes "A"' });
  await grantPartially(app, survey.uid, 'some', { view_submissions: [{ consent: 'yes' }] });
  for (const answers of ANSWERS) sent.push(await submit(app, survey.uid, { answers }));
});
afterAll(() => app.stop());

const asset = (below: string): string => `/api/v2/assets/${survey.uid}/${below}`;
const bare = (index: number): string =>
  instanceXml(survey.uid, { uuid: sent[index]!, answers: ANSWERS[index]! }).replace(
    '<?xml version="1.0"?>',
    '',
  );
const root = (count: number, next: string, previous: string, rows: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?><root><count>${count}</count><next>${next}</next>` +
  `<previous>${previous}</previous><results>${rows.join('')}</results></root>`;

describe('submissions as XML', () => {
  const text = async (path: string, by = 'owner'): Promise<string> => {
    const { text } = await app
      .as(by)
      .get(path)
      .expect(200)
      .expect('Content-Type', 'application/xml')
      .buffer();
    return text;
  };

  it.each(['data.xml', 'data/?format=xml', 'data.xml/?format=json'])('are a document: %s', async (path) => {
    expect(await text(asset(path))).toBe(root(3, 'None', 'None', [bare(0), bare(1), bare(2)]));
  });

  it('are paginated', async () => {
    const first = await text(asset('data.xml?limit=2'));
    const next = /<next>(.*)<\/next>/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toMatch(new RegExp(`^${app.origin}${asset('data.xml')}\\?limit=2&start=2&after=\\d+$`));
    const { pathname, search } = new URL(next);
    const second = await text(pathname + search);
    expect(second).toContain(bare(2));
    expect(second).toContain('<next>None</next>');
    expect(second).toMatch(/<previous>.*data\.xml\?limit=2<\/previous>/);
    expect(await text(asset('data.xml?start=9'))).toContain('<results></results>');
  });

  it('are paginated in the requested order', async () => {
    const query = '{"consent":"yes"}';
    for (const path of ['data.xml?', 'data/?format=xml&']) {
      const first = await text(asset(`${path}limit=1&query=${encodeURIComponent(query)}`));
      expect(first).toContain(`<count>2</count>`);
      expect(first).toContain(bare(0));
      const next = new URL(/<next>(.*)<\/next>/.exec(first)![1]!.replaceAll('&amp;', '&'));
      expect(next.searchParams.get('query')).toBe(query);
      const second = await text(next.pathname + next.search);
      expect(second).toContain('<count>2</count><next>None</next>');
      expect(second).toContain(`<results>${bare(2)}</results>`);
    }
  });

  it('are limited by the query and the permissions', async () => {
    const query = encodeURIComponent(JSON.stringify({ consent: 'no' }));
    expect(await text(asset(`data.xml?query=${query}`))).toBe(root(1, 'None', 'None', [bare(1)]));
    expect(await text(asset('data.xml'), 'some')).toBe(root(2, 'None', 'None', [bare(0), bare(2)]));
  });

  it.each([
    ['fields=["consent"]', { fields: ['This is not supported in `XML` format'] }],
    ['sort={"_id":-1}', { sort: ['This param is not supported in `XML` format'] }],
    ['limit=0', { limit: ['A positive integer is required'] }],
  ])('return an error for %s', async (query, refusal) => {
    const { body } = await app
      .as('owner')
      .get(asset(`data.xml?${query}`))
      .expect(400);
    expect(body).toEqual(refusal);
  });

  it('are the original of a single one, on any path', async () => {
    const { body } = await app
      .as('owner')
      .get(asset(`data/${sent[0]!}/`))
      .expect(200);
    const id = String((body as { _id: number })._id);
    for (const path of [`${id}.xml`, `${id}/?format=xml`, `${sent[0]!}.xml`]) {
      expect(await text(asset(`data/${path}`))).toBe(`<?xml version="1.0"?>${bare(0)}`);
    }
    await app
      .as('some')
      .get(asset(`data/${sent[1]!}.xml`))
      .expect(404);
    await app.as('owner').get(asset('data/999999999.xml')).expect(404);
  });

  it('have no declaration of their own inside the list', async () => {
    const other = await makeDeployedAsset(app);
    const xml = instanceXml(other.uid).replace('<?xml version="1.0"?>', '');
    await submission(app.as('owner'), `<?xml version='1.0' encoding="UTF-8" ?>\n${xml}`).expect(201);
    expect(await text(`/api/v2/assets/${other.uid}/data.xml`)).toBe(root(1, 'None', 'None', [xml]));
  });
});

describe('submissions as GeoJSON', () => {
  const features = async (path: string, by = 'owner') =>
    (await app.as(by).get(asset(path)).expect(200).expect('Content-Type', 'application/json')).body as {
      features: object[];
    };
  const FIRST = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [35.85, -3.35, 980] },
    properties: { 'person/name': 'Asha', 'person/age': '34', consent: 'yes', _index: 1 },
  };
  const THIRD = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [2, 1] },
    properties: { 'person/name': 'Chloé', consent: 'yes', _index: 3 },
  };

  it.each(['data.geojson', 'data/?format=geojson', 'data.geojson?geo_question_name=place'])(
    'have a geometry: %s',
    async (path) => {
      expect(await features(path)).toEqual({
        type: 'FeatureCollection',
        name: 'Homes "A"',
        features: [FIRST, THIRD],
      });
    },
  );

  it('are the requested page of the visible submissions', async () => {
    expect((await features('data.geojson?limit=1&start=2')).features).toEqual([THIRD]);
    expect((await features('data.geojson?limit=1&start=1')).features).toEqual([]);
    const fields = encodeURIComponent('["consent"]');
    expect((await features(`data.geojson?limit=1&fields=${fields}`)).features).toEqual([
      { ...FIRST, properties: { consent: 'yes', _index: 1 } },
    ]);
    const newest = encodeURIComponent('{"_id":-1}');
    expect((await features(`data.geojson?sort=${newest}&limit=1`)).features).toEqual([
      { ...THIRD, properties: { ...THIRD.properties, _index: 1 } },
    ]);
    expect((await features('data.geojson', 'some')).features).toHaveLength(2);
    expect((await features('data.geojson?geo_question_name=nonsense')).features).toEqual([]);
  });

  it('include a single one, with a geometry or without', async () => {
    const one = async (index: number) =>
      (
        await app
          .as('owner')
          .get(asset(`data/${sent[index]!}.geojson`))
          .expect(200)
      ).body as object;
    expect(await one(0)).toEqual(FIRST);
    expect(await one(1)).toEqual({
      type: 'Feature',
      geometry: null,
      properties: { 'person/name': 'Ben & co', consent: 'no', _index: 1 },
    });
    await app
      .as('some')
      .get(asset(`data/${sent[1]!}.geojson`))
      .expect(404);
  });

  it('return 400 for a form that was never deployed', async () => {
    const { body } = await app
      .as('owner')
      .post('/api/v2/assets/')
      .send({ asset_type: 'survey', name: 'Draft' })
      .expect(201);
    for (const format of ['xml', 'geojson']) {
      await app
        .as('owner')
        .get(`/api/v2/assets/${(body as AssetJson).uid}/data.${format}`)
        .expect(400);
    }
  });
});
