import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { downloadExport } from '../../factories/export.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';

const CONTENT = {
  survey: [
    { type: 'text', name: 'village', label: 'Village' },
    { type: 'geopoint', name: 'place', label: 'Place' },
  ],
};

describe('exports of places', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT }));
    await grant(app, uid, 'AnonymousUser', ['add_submissions']);
    await submit(app, uid, { answers: '<village>Karatu</village><place>1 2 0 0</place>' });
    const answers = '<village/><place>3 4 0 0</place>';
    await submission(app.as(ANONYMOUS), instanceXml(uid, { answers }), [], '/owner/submission').expect(201);
  });
  afterAll(() => app.stop());

  it.each([true, false])('leave cells without a value out of GeoJSON (flatten: %s)', async (flatten) => {
    const json: unknown = JSON.parse(
      (await downloadExport(app, uid, { type: 'geojson', flatten })).toString(),
    );
    const collections = (flatten ? [json] : json) as { features: { properties: object }[] }[];
    const [signedIn, unknown] = collections
      .flatMap(({ features }) => features)
      .map(({ properties }) => properties);
    expect(signedIn).toMatchObject({ Village: 'Karatu', _submitted_by: 'owner' });
    expect(unknown).toMatchObject({ _uuid: expect.any(String) as string });
    expect(unknown).not.toHaveProperty('Village');
    expect(unknown).not.toHaveProperty('_submitted_by');
  });

  it('leave cells without a value out of KML', async () => {
    const kml = (await downloadExport(app, uid, { type: 'kml' })).toString();
    expect(kml.match(/<Placemark>/g)).toHaveLength(2);
    expect(kml.match(/<Data name="_submitted_by">/g)).toHaveLength(1);
    expect(kml.match(/<Data name="Village">/g)).toHaveLength(1);
    expect(kml.match(/<Data name="_uuid">/g)).toHaveLength(2);
  });
});

describe('exports of places in repeats', () => {
  const FORM = {
    survey: [
      { type: 'text', name: 'village', label: 'Village' },
      { type: 'geopoint', name: 'centre', label: 'Centre' },
      { type: 'begin_repeat', name: 'plot', label: 'Plot' },
      { type: 'text', name: 'crop', label: 'Crop' },
      { type: 'geoshape', name: 'area', label: 'Area' },
      { type: 'begin_repeat', name: 'well', label: 'Well' },
      { type: 'integer', name: 'depth', label: 'Depth' },
      { type: 'geopoint', name: 'spot', label: 'Spot' },
      { type: 'end_repeat' },
      { type: 'end_repeat' },
      { type: 'begin_repeat', name: 'person', label: 'Person' },
      { type: 'text', name: 'called', label: 'Village' },
      { type: 'geotrace', name: 'way', label: 'Way' },
      { type: 'end_repeat' },
    ],
    settings: { instance_name: "concat('Village of ', ${village})" },
  };
  const ANSWERS =
    '<village>Karatu</village><centre>1 2 0 0</centre>' +
    '<plot><crop>Maize</crop><area>0 0 0 0;0 1 0 0;1 1 0 0;0 0 0 0</area>' +
    '<well><depth>30</depth><spot>3 4 0 0</spot></well><well><spot>5 6 0 0</spot></well></plot>' +
    '<plot><well><depth>12</depth><spot>7 8 0 0</spot></well></plot>' +
    '<person><called>Asha</called><way>1 1 0 0;2 2 0 0</way></person>';
  let app: TestApp;
  let uid: string;
  let ids: number[];

  interface FeatureJson {
    readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
    readonly properties: Readonly<Record<string, unknown>>;
  }

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app, { name: 'Wells', content: FORM }));
    await submit(app, uid, {
      answers: ANSWERS.replace('<person>', '<person><called>Ann</called></person><person>'),
    });
    await submit(app, uid, { answers: '<village>Moshi</village><plot><crop>Beans</crop></plot>' });
    await submit(app, uid, { answers: '<plot><well><spot>9 9 0 0</spot></well></plot>' });
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
    ids = (body as { results: { _id: number }[] }).results.map(({ _id }) => _id);
  });
  afterAll(() => app.stop());

  const list = async (query = ''): Promise<FeatureJson[]> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data.geojson${query}`).expect(200);
    return (body as { features: FeatureJson[] }).features;
  };
  const kinds = (features: readonly FeatureJson[]) =>
    features.map(({ geometry, properties: { _index, _parent_table_name, _parent_index } }) => [
      geometry?.type,
      _index,
      _parent_table_name,
      _parent_index,
    ]);

  it.each([true, false])('are in GeoJSON with their row (flatten: %s)', async (flatten) => {
    const json: unknown = JSON.parse(
      (await downloadExport(app, uid, { type: 'geojson', flatten })).toString(),
    );
    const collections = (flatten ? [json] : json) as { features: FeatureJson[] }[];
    if (!flatten) expect(collections.map(({ features }) => features.length)).toEqual([6, 0, 1]);
    const features = collections.flatMap((each) => each.features);
    expect(kinds(features)).toEqual([
      ['Point', 1, undefined, undefined],
      ['Polygon', 1, 'Wells', 1],
      ['Point', 1, 'plot', 1],
      ['Point', 2, 'plot', 1],
      ['Point', 3, 'plot', 2],
      ['LineString', 2, 'Wells', 1],
      ['Point', 4, 'plot', 4],
    ]);
    expect(features[2]!.properties).toMatchObject({
      Village: 'Karatu',
      Crop: 'Maize',
      Depth: '30',
      _id: ids[0],
    });
    expect(features[4]!.properties).not.toHaveProperty('Crop');
    expect(features[5]!.properties).toMatchObject({ Village: 'Karatu', 'person/Village': 'Asha' });
    expect(features[6]!.properties).toMatchObject({ _id: ids[2], _uuid: expect.any(String) as string });
  });

  it('are named placemarks in KML', async () => {
    const kml = (await downloadExport(app, uid, { type: 'kml' })).toString();
    expect([...kml.matchAll(/<Placemark><name>(.*?)<\/name>/g)].map(([, name]) => name)).toEqual([
      'Karatu',
      'Maize',
      '30',
      'Maize (2)',
      '12',
      'Asha',
      `${ids[2]} (4) (4)`,
    ]);
    expect(kml.match(/<Placemark>/g)).toHaveLength(7);
    expect(kml.match(/<Data name="_parent_index">/g)).toHaveLength(6);
  });

  it('are features of the data list', async () => {
    const features = await list();
    expect(kinds(features)).toEqual([
      ['Point', 1, undefined, undefined],
      ['Polygon', 1, 'Wells', 1],
      ['Point', 1, 'plot', 1],
      ['Point', 2, 'plot', 1],
      ['Point', 3, 'plot', 2],
      ['LineString', 2, 'Wells', 1],
      ['Point', 1, 'plot', 1],
    ]);
    expect(features[2]!.properties).toEqual({
      village: 'Karatu',
      'plot/crop': 'Maize',
      'plot/well/depth': '30',
      _id: ids[0],
      _index: 1,
      _parent_table_name: 'plot',
      _parent_index: 1,
    });
  });

  it.each([
    ['centre', ['Point']],
    ['area', ['Polygon']],
    ['plot/area', ['Polygon']],
    ['plot/well/spot', ['Point', 'Point', 'Point', 'Point']],
    ['spot', ['Point', 'Point', 'Point', 'Point']],
    ['person/way', ['LineString']],
    ['village', []],
  ])('are chosen by question: %s', async (question, types) => {
    const features = await list(`?geo_question_name=${encodeURIComponent(question)}`);
    expect(features.map(({ geometry }) => geometry?.type)).toEqual(types);
  });

  it('are limited by page and query', async () => {
    expect(kinds(await list('?limit=1&start=2'))).toEqual([['Point', 1, 'plot', 1]]);
    expect(await list(`?query=${encodeURIComponent('{"village":"Moshi"}')}`)).toEqual([]);
  });

  it('are the geometry of one submission that has no other', async () => {
    const one = async (id: number, query = '') =>
      (await app.as('owner').get(`/api/v2/assets/${uid}/data/${id}.geojson${query}`).expect(200))
        .body as FeatureJson;
    expect((await one(ids[0]!)).geometry).toMatchObject({ type: 'Point' });
    expect((await one(ids[0]!, '?geo_question_name=spot')).geometry).toMatchObject({
      type: 'GeometryCollection',
    });
    expect((await one(ids[1]!)).geometry).toBeNull();
  });

  it('stay with the questions that are selected', async () => {
    const json = JSON.parse(
      (
        await downloadExport(app, uid, {
          type: 'geojson',
          flatten: true,
          fields: ['village', 'plot/well/spot'],
        })
      ).toString(),
    ) as { features: FeatureJson[] };
    expect(kinds(json.features).map(([type]) => type)).toEqual(['Point', 'Point', 'Point', 'Point']);
    expect(json.features[0]!.properties).toMatchObject({ Village: 'Karatu', _index: 1, _parent_index: 1 });
    expect(json.features[0]!.properties).not.toHaveProperty('Crop');
  });

  it('keep the form version of their submission', async () => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    const first = (body as { version_id: string }).version_id;
    const content = {
      survey: [
        { type: 'begin_group', name: 'farm' },
        { type: 'begin_repeat', name: 'plot' },
        { type: 'geopoint', name: 'area', label: 'Area' },
        { type: 'end_repeat' },
        { type: 'end_group' },
      ],
    };
    const saved = await app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ content }).expect(200);
    const { version_id } = saved.body as { version_id: string };
    await app.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({ version_id }).expect(200);
    await submit(app, uid, {
      version: first,
      answers: '<plot><area>0 0 0 0;0 1 0 0;1 1 0 0;0 0 0 0</area></plot><plot><crop>Rice</crop></plot>',
    });
    await submit(app, uid, { answers: '<farm><plot><area>1 1 0 0</area></plot></farm>' });
    const features = await list('?geo_question_name=farm/plot/area');
    expect(features.map(({ geometry }) => geometry).slice(-2)).toEqual([
      expect.objectContaining({ type: 'Polygon' }),
      { type: 'Point', coordinates: [1, 1, 0] },
    ]);
  });
});
