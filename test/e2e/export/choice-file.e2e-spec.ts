import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { readXlsx } from 'hucre';
import { grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { downloadExport } from '../../factories/export.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { pathOf, uploaded } from '../media/asset-files';

const CONTENT = {
  survey: [
    { type: 'select_one_from_file towns.csv', name: 'home', label: ['Home', 'Nyumbani'] },
    {
      type: 'select_multiple_from_file towns.csv',
      name: 'seen',
      label: ['Seen', 'Umeona'],
      parameters: 'value=code label=title',
    },
    { type: 'select_one_from_file wells.geojson', name: 'well', label: ['Well', 'Kisima'] },
    { type: 'select_multiple_from_file lacking.csv', name: 'lacking', label: ['Lacking', null] },
    { type: 'geopoint', name: 'place', label: ['Place', null] },
  ],
  translations: [null, 'Swahili (sw)'],
  translated: ['label'],
};
const TOWNS =
  'name,label,label::Swahili (sw),code,title\na,Aton,Mji wa A,1,<b>One</b>\nb,Bton,Mji wa B,2,Two\n';
const WELLS = JSON.stringify({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', id: 'w1', properties: { title: 'Deep well' }, geometry: null }],
});
const ANSWERS = '<home>b</home><seen>2 1</seen><well>w1</well><lacking>x y</lacking><place>1 2 0 0</place>';

describe('choices from files', () => {
  let app: TestApp;
  let uid: string;
  let towns: string;

  const addTowns = async (text: string): Promise<string> =>
    (await uploaded(app, uid, Buffer.from(text), { name: 'towns.csv' })).url;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'partial']) await app.addUser(name);
    ({ uid } = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT }));
    await submit(app, uid, { answers: ANSWERS });
    towns = await addTowns(TOWNS);
    await uploaded(app, uid, Buffer.from(WELLS), { name: 'wells.geojson' });
  });
  afterAll(() => app.stop());

  const csvOf = async (request: object = {}, by = 'owner'): Promise<string[][]> => {
    const text = (await downloadExport(app, uid, request, { by })).toString();
    return text
      .trim()
      .split('\r\n')
      .map((line) => line.split(';').map((cell) => cell.slice(1, -1)));
  };

  it('have labels and columns in CSV', async () => {
    const [headers, row] = await csvOf();
    expect(headers!.slice(0, 6)).toEqual(['Home', 'Seen', 'Seen/<b>One</b>', 'Seen/Two', 'Well', 'Lacking']);
    expect(row!.slice(0, 6)).toEqual(['Bton', 'Two <b>One</b>', '1', '1', 'Deep well', 'x y']);
  });

  it('have labels in the language of the export', async () => {
    const [headers, row] = await csvOf({ lang: 'Swahili (sw)', multiple_select: 'summary' });
    expect(headers!.slice(0, 3)).toEqual(['Nyumbani', 'Umeona', 'Kisima']);
    expect(row!.slice(0, 3)).toEqual(['Mji wa B', 'Two <b>One</b>', 'Deep well']);
  });

  it('have names and columns with lang=_xml', async () => {
    const [headers, row] = await csvOf({ lang: '_xml', multiple_select: 'details' });
    expect(headers!.slice(0, 4)).toEqual(['home', 'seen/1', 'seen/2', 'well']);
    expect(row!.slice(0, 4)).toEqual(['b', '1', '1', 'w1']);
  });

  it('have labels in XLSX, with a sheet of labels', async () => {
    const file = await downloadExport(app, uid, { type: 'xls', xls_labels: true });
    const { sheets } = await readXlsx(file);
    expect(sheets[0]!.rows[1]!.slice(0, 3)).toEqual(['Bton', 'Two <b>One</b>', '1']);
    const home = sheets[1]!.rows.filter(([, , question]) => question === 'home').map((row) => row.slice(4));
    expect(home).toEqual([
      [null, 'Home', 'Nyumbani'],
      ['a', 'Aton', 'Mji wa A'],
      ['b', 'Bton', 'Mji wa B'],
    ]);
  });

  it('have labels in GeoJSON', async () => {
    const file = await downloadExport(app, uid, { type: 'geojson' });
    const { features } = JSON.parse(file.toString()) as { features: { properties: object }[] };
    expect(features[0]!.properties).toMatchObject({ Home: 'Bton', Seen: 'Two <b>One</b>' });
  });

  it('have labels in SPSS syntax', async () => {
    const files = unzipSync(await downloadExport(app, uid, { type: 'spss_labels' }));
    const text = strFromU8(files['Wells - SPSS labels.sps']!);
    expect(text).toContain(" home\r\n 'a' 'Aton'\r\n 'b' 'Bton'\r\n");
    expect(text).toContain(" /seen_2 'Seen :: Two'");
  });

  it('have labels in exports of a partial user', async () => {
    await grantPartially(app, uid, 'partial', { view_submissions: [{ home: 'b' }] });
    const [, row] = await csvOf({}, 'partial');
    expect(row![0]).toBe('Bton');
  });

  it('have labels in reports, whole answers too', async () => {
    const { body } = await app
      .as('owner')
      .get(`/api/v2/assets/${uid}/reports/?lang=Swahili (sw)`)
      .expect(200);
    const { list } = body as { list: { name: string; data: { responses?: string[] } }[] };
    const responses = Object.fromEntries(list.map(({ name, data }) => [name, data.responses]));
    expect(responses).toMatchObject({
      home: ['Mji wa B'],
      seen: ['Two <b>One</b>'],
      well: ['Deep well'],
      lacking: ['x y'],
    });
  });

  const tablePage = async (): Promise<string> =>
    (await app.as('owner').get(`/projects/${uid}/data/`).set('accept', 'text/html').expect(200)).text;

  it('have labels in the data table, and a filter by choice', async () => {
    const text = await tablePage();
    expect(text).toContain('<td>Bton</td>');
    expect(text).toContain('<td>Two, &lt;b&gt;One&lt;/b&gt;</td>');
    expect(text).toMatch(/<select name="is.home"[^>]*>[^]*?<option value="a"[^>]*>Aton</);
    expect(text).toContain('name="has.lacking"');
  });

  it('keep the labels of a removed file, which is in no list', async () => {
    await app.as('owner').delete(pathOf(towns)).expect(204);
    await app.as('owner').get(pathOf(towns)).expect(404);
    await app.as('owner').delete(pathOf(towns)).expect(404);
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/files/`).expect(200);
    expect(JSON.stringify(body)).not.toContain('towns.csv');
    expect((await csvOf({ multiple_select: 'summary' }))[1]!.slice(0, 2)).toEqual(['Bton', 'Two <b>One</b>']);
    expect(await tablePage()).toContain('<td>Bton</td>');
  });

  it('have their newest labels, and columns for those of replaced files', async () => {
    towns = await addTowns('name,label,code,title\nb,New town,2,Second\n');
    const [headers, row] = await csvOf();
    expect(headers!.slice(1, 4)).toEqual(['Seen', 'Seen/Second', 'Seen/<b>One</b>']);
    expect(row!.slice(0, 4)).toEqual(['New town', 'Second <b>One</b>', '1', '1']);
    expect(await tablePage()).toContain('<td>New town</td>');
  });

  it('have only columns of the present file in an export of the newest version', async () => {
    const [headers, row] = await csvOf({ fields_from_all_versions: false });
    expect(headers!.slice(1, 4)).toEqual(['Seen', 'Seen/Second', 'Well']);
    expect(row!.slice(0, 3)).toEqual(['New town', 'Second 1', '1']);
  });

  it('leave the columns of very many choices out', async () => {
    await app.as('owner').delete(pathOf(towns)).expect(204);
    const lines = Array.from(
      { length: 50_000 },
      (_, index) => `n${index},Name ${index},${index},Title ${index}\n`,
    );
    towns = await addTowns(`name,label,code,title\n${lines.join('')}`);
    const [headers, row] = await csvOf();
    expect(headers!.slice(0, 3)).toEqual(['Home', 'Seen', 'Well']);
    expect(row!.slice(0, 2)).toEqual(['b', 'Title 2 Title 1']);
  });

  it('are names while the bytes of the file are missing', async () => {
    await app.as('owner').delete(pathOf(towns)).expect(204);
    const bytes = Buffer.from('name,label\nlost,Lost town\n');
    await submit(app, uid, { answers: '<home>lost</home>' });
    towns = await addTowns(bytes.toString());
    const name = createHash('sha256').update(bytes).digest('hex');
    const media = join(app.dataDir, 'media');
    const stored = readdirSync(media, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.replaceAll(sep, '').endsWith(name),
    );
    expect(stored).toHaveLength(1);
    rmSync(join(media, stored[0]!));
    expect((await csvOf()).slice(1).map(([home]) => home)).toEqual(['New town', 'lost']);
    await app.as('owner').delete(pathOf(towns)).expect(204);
    towns = await addTowns('name,label\nb,Bton\nn7,Name 7\n');
  });

  it('are read for all versions', async () => {
    await app
      .as('owner')
      .patch(`/api/v2/assets/${uid}/`)
      .send({ content: { ...CONTENT, survey: CONTENT.survey.toReversed() } })
      .expect(200);
    await app.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({}).expect(200);
    await submit(app, uid, { answers: '<home>n7</home>' });
    const rows = await csvOf({ fields: ['home'], multiple_select: 'summary' });
    expect(rows.slice(1).map(([home]) => home)).toEqual(['Bton', 'lost', 'Name 7']);
  });
});
