import { importFile } from '../../factories/import.factory';
import { downloadExport } from '../../factories/export.factory';
import { submit } from '../../factories/submission.factory';
import { workbook } from '../../factories/workbook.factory';
import { startApp, type TestApp } from '../../support/app';

const SURVEY = [
  ['type', 'name', 'label'],
  ['begin_group', 'mother', 'Mother'],
  ['text', 'name', 'Her name'],
  ['select_one yn', 'well', 'Is she well?'],
  ['geopoint', 'place', 'Her place'],
  ['end_group', '', ''],
  ['begin_group', 'father', 'Father'],
  ['text', 'name', 'His name'],
  ['select_one yn', 'well', 'Is he well?'],
  ['geopoint', 'place', 'His place'],
  ['end_group', '', ''],
  ['begin_repeat', 'child', 'Child'],
  ['text', 'name', 'Its name'],
  ['end_repeat', '', ''],
];
const CHOICES = [
  ['list_name', 'name', 'label'],
  ['yn', 'y', 'Yes'],
  ['yn', 'n', 'No'],
];
const ANSWERS =
  '<mother><name>Asha</name><well>y</well><place>1 2 0 0</place></mother>' +
  '<father><name>Juma</name><well>n</well><place>3 4 0 0</place></father>' +
  '<child><name>Neema</name></child>';

describe('a form with one question name in two groups', () => {
  let app: TestApp;
  let uid: string;
  const get = async (path: string) =>
    (await app.as('owner').get(`/api/v2/assets/${uid}/${path}`).expect(200)).body as Record<string, unknown>;
  const csvRows = async (request: object): Promise<string[][]> =>
    (await downloadExport(app, uid, { group_sep: '/', ...request }))
      .toString()
      .split(/\r?\n/)
      .map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')));

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    const file = workbook({ survey: SURVEY, choices: CHOICES });
    const { status, messages } = await importFile(app, file, { library: 'false', name: 'Family' });
    expect({ status, warnings: messages.warnings }).toEqual({
      status: 'complete',
      warnings: [8, 9, 10, 13].map(
        (row) => expect.stringMatching(new RegExp(`^survey, row ${row}, column name: Row \\d has`)) as string,
      ),
    });
    uid = messages.created![0]!.uid;
    const { body } = await app
      .as('owner')
      .post(`/api/v2/assets/${uid}/deployment/`)
      .send({ active: true })
      .expect(201);
    expect(body.warnings).toEqual(messages.warnings);
    await submit(app, uid, { answers: ANSWERS });
  });
  afterAll(() => app.stop());

  it('keeps the answers by path, and filters by path', async () => {
    const { results } = await get('data/');
    expect(results).toMatchObject([
      {
        'mother/name': 'Asha',
        'father/name': 'Juma',
        child: [{ 'child/name': 'Neema' }],
        _geolocation: [1, 2],
      },
    ]);
    const count = async (query: object) => (await get(`data/?query=${JSON.stringify(query)}`)).count;
    expect(await count({ 'father/name': 'Juma' })).toBe(1);
    expect(await count({ 'mother/name': 'Juma' })).toBe(0);
  });

  it('exports a column each, named by the path', async () => {
    const [headers, row] = await csvRows({ lang: '_xml' });
    const cells = Object.fromEntries(headers!.map((header, index) => [header, row![index]]));
    expect(headers!.slice(0, 4)).toEqual([
      'mother/name',
      'mother/well',
      'mother/place',
      '_mother/place_latitude',
    ]);
    expect(cells).toMatchObject({
      'mother/name': 'Asha',
      'father/name': 'Juma',
      'mother/well': 'y',
      'father/well': 'n',
      '_father/place_latitude': '3',
    });
  });

  it.each([
    ['names', '_xml', ['mother/name', 'mother/well', 'mother/place', 'mother/_place_latitude']],
    [
      'labels',
      '_default',
      ['Mother/Her name', 'Mother/Is she well?', 'Her place', 'Mother/_Her place_latitude'],
    ],
  ])('exports %s with groups once', async (_, lang, expected) => {
    const [headers] = await csvRows({ lang, hierarchy_in_labels: true });
    expect(headers!.slice(0, 4)).toEqual(expected);
  });

  it('exports the places of both', async () => {
    const places = async (request: object) => {
      const json = JSON.parse(
        (await downloadExport(app, uid, { type: 'geojson', lang: '_xml', ...request })).toString(),
      ) as { features: { geometry: { coordinates: number[] }; properties: Record<string, string> }[] }[];
      return json.flatMap(({ features }) => features);
    };
    const features = await places({ flatten: false });
    expect(features.map(({ geometry }) => geometry.coordinates.slice(0, 2))).toEqual(
      expect.arrayContaining([
        [2, 1],
        [4, 3],
      ]),
    );
    expect(features[0]!.properties).toMatchObject({ 'mother/name': 'Asha', 'father/name': 'Juma' });
    expect(features[0]!.properties).not.toHaveProperty('mother/place');
  });

  it.each(['xls', 'sqlite', 'parquet', 'spss_labels', 'kml'])('exports %s', async (type) => {
    expect((await downloadExport(app, uid, { type, lang: '_xml' })).length).toBeGreaterThan(100);
  });

  it('serves a property each over OData', async () => {
    const { value } = (await get('odata/Submissions')) as { value: Record<string, unknown>[] };
    const names = Object.entries(value[0]!).filter(([name]) => /^(mother|father)_name/.test(name));
    expect(names.map(([, answer]) => answer)).toEqual(['Asha', 'Juma']);
    const [property] = names[1]!;
    const found = await get(`odata/Submissions?$filter=${property} eq 'Juma'`);
    expect(found).toMatchObject({ value: [{ [property]: 'Juma' }] });
    expect(await get('odata/child')).toMatchObject({ value: [{ name: 'Neema' }] });
  });

  it('reports each, by path or by the shared name', async () => {
    const namesOf = async (query: string) =>
      ((await get(`reports/?${query}`)).list as { name: string; data: { responses: string[] } }[]).map(
        ({ name, data }) => [name, data.responses],
      );
    const mother = ['mother/well', ['Yes']];
    const father = ['father/well', ['No']];
    expect(await namesOf('names=well')).toEqual([mother, father]);
    expect(await namesOf('names=father/well')).toEqual([father]);
  });

  it('shows both in the table and on the page of the submission', async () => {
    const page = async (path: string) =>
      (await app.as('owner').get(`/projects/${uid}/${path}`).set('Accept', 'text/html').redirects(2)).text;
    const table = await page('data');
    for (const text of ['Asha', 'Juma', 'Her name', 'His name']) expect(table).toContain(text);
  });

  it('follows both over versions', async () => {
    const asset = await get('');
    const content = structuredClone(asset.content) as { survey: { name?: string; label?: string[] }[] };
    content.survey[6]!.label = ['The name of the father'];
    await app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ content }).expect(200);
    await app.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({}).expect(200);
    const [headers, row] = await csvRows({ lang: '_default' });
    const cells = Object.fromEntries(headers!.map((header, index) => [header, row![index]]));
    expect(cells).toMatchObject({ 'Her name': 'Asha', 'The name of the father': 'Juma' });
    expect(headers!.filter((header) => header === 'Her name')).toHaveLength(1);
  });

  it('refuses expressions that refer to the shared name', async () => {
    const survey = [...SURVEY.map((row) => [...row, '']), ['note', 'hello', 'Hello ${name}', '']];
    const { status, messages } = await importFile(app, workbook({ survey, choices: CHOICES }), {
      library: 'false',
    });
    expect(status).toBe('error');
    expect(messages.error).toMatch(/^survey, row 15, column label: More than one node is named "name"/);
  });
});
