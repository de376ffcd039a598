import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre';
import {
  type AssetJson,
  grant,
  grantPartially,
  makeAsset,
  makeDeployedAsset,
} from '../../factories/asset.factory';
import { readBytes, EXPORT_DEFAULTS } from '../../factories/export.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const CONTENT = {
  survey: [
    { type: 'text', name: 'village', label: 'Village' },
    { type: 'begin_repeat', name: 'pump', label: 'Pump' },
    { type: 'text', name: 'state', label: 'State' },
    { type: 'end_repeat' },
  ],
};

interface SettingJson {
  readonly uid: string;
  readonly url: string;
  readonly data_url_csv: string;
  readonly data_url_xlsx: string;
  readonly name: string;
  readonly export_settings: object;
}

describe('/api/v2/assets/:uid/export-settings/', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'manager', 'viewer', 'partial', 'stranger']) await app.addUser(name);
    ({ uid } = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT }));
    await grant(app, uid, 'manager', ['manage_asset']);
    await grant(app, uid, 'viewer', ['view_submissions']);
    await grant(app, uid, 'stranger', ['view_asset']);
    await grantPartially(app, uid, 'partial', { view_submissions: [{ village: 'Mbulu' }] });
    await submit(app, uid, { answers: '<village>Karatu</village><pump><state>=1+1</state></pump>' });
    await submit(app, uid, {
      answers: '<village>Mbulu</village><pump><state>works</state></pump><pump><state>broken</state></pump>',
    });
  });
  afterAll(() => app.stop());

  const path = (below = '', of = uid): string => `/api/v2/assets/${of}/export-settings/${below}`;
  const create = async (settings: object = {}, name = 'Weekly'): Promise<SettingJson> => {
    const body = { name, export_settings: { ...EXPORT_DEFAULTS, ...settings } };
    return (await app.as('owner').post(path()).send(body).expect(201)).body as SettingJson;
  };
  const csvOf = async (link: string, caller: string): Promise<Record<string, string>[]> => {
    const response = await app.as(caller).get(new URL(link).pathname).expect(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename=Wells_.*\.csv$/),
    });
    return parse<Record<string, string>>(response.text, { delimiter: ';', columns: true });
  };

  it('are created, returned, updated, replaced and deleted', async () => {
    const created = await create();
    const link = `${app.origin}${path(created.uid)}`;
    expect(created).toEqual({
      uid: expect.stringMatching(/^es[2-9A-HJ-NP-Za-km-z]{21}$/),
      url: `${link}/`,
      data_url_csv: `${link}/data.csv`,
      data_url_xlsx: `${link}/data.xlsx`,
      name: 'Weekly',
      date_modified: expect.stringMatching(/Z$/),
      export_settings: EXPORT_DEFAULTS,
    });
    const one = path(`${created.uid}/`);
    await app
      .as('manager')
      .patch(one)
      .send({ export_settings: { ...EXPORT_DEFAULTS, lang: '_xml' } })
      .expect(200);
    const { body: changed } = await app.as('manager').patch(one).send({ name: '' }).expect(200);
    expect(changed).toMatchObject({ name: '', export_settings: { lang: '_xml' } });
    await app
      .as('owner')
      .put(one)
      .send({ name: 'Put', export_settings: JSON.stringify(EXPORT_DEFAULTS) })
      .expect(200);
    const { body: shown } = await app.as('viewer').get(one).expect(200);
    expect(shown).toMatchObject({ name: 'Put', export_settings: EXPORT_DEFAULTS });
    const { body: list } = await app.as('partial').get(path()).expect(200);
    expect(list.results[0]).toEqual(shown);
    for (const [by, expected] of [
      ['manager', list.results as object[]],
      ['partial', list.results as object[]],
      ['stranger', []],
    ] as const) {
      const { body: asset } = await app.as(by).get(`/api/v2/assets/${uid}/`).expect(200);
      expect(asset.export_settings).toEqual(expected);
      const { body: assets } = await app.as(by).get(`/api/v2/assets/?q=uid:${uid}`).expect(200);
      for (const each of assets.results as AssetJson[]) expect(each.export_settings).toEqual(expected);
    }
    await app.as('owner').delete(one).expect(204);
    for (const below of ['', 'data.csv', 'data.xlsx'])
      await app.as('owner').get(`${one}${below}`).expect(404);
    await app.as('owner').patch(one).send({ name: 'x' }).expect(404);
    await app.as('owner').delete(one).expect(404);
  });

  it.each([
    ['no name', { export_settings: EXPORT_DEFAULTS }, { name: ['This field is required.'] }],
    ['no settings', { name: 'x' }, { export_settings: ['This field is required.'] }],
    ['null', { name: 'x', export_settings: null }, { export_settings: ['This field may not be null.'] }],
    [
      'text that is not JSON',
      { name: 'x', export_settings: 'no' },
      { export_settings: ['Unable to parse JSON'] },
    ],
    [
      'a key with an invalid value',
      { name: 'x', export_settings: { ...EXPORT_DEFAULTS, type: 'pdf' } },
      {
        export_settings: [
          "`type` must be either 'csv', 'geojson', 'kml', 'parquet', 'spss_labels', 'sqlite' or 'xls'",
        ],
      },
    ],
    [
      'missing keys',
      { name: 'x', export_settings: {} },
      { export_settings: [expect.stringMatching(/^`export_settings` must contain all the following/)] },
    ],
  ])('return 400 for %s', async (_name, body, errors) => {
    const response = await app.as('owner').post(path()).send(body).expect(400);
    expect(response.body).toEqual(errors);
  });

  it('return 400 for a name that is too long', async () => {
    const body = { name: 'n'.repeat(256), export_settings: EXPORT_DEFAULTS };
    await app.as('owner').post(path()).send(body).expect(400);
  });

  it('export the visible rows as CSV, with formulas escaped', async () => {
    const { data_url_csv: link } = await create({ type: 'xls', fields: ['village'] });
    expect((await csvOf(link, 'owner')).map(({ Village }) => Village)).toEqual(['Karatu', 'Mbulu']);
    expect((await csvOf(link, 'partial')).map(({ Village }) => Village)).toEqual(['Mbulu']);
    for (const caller of ['stranger', ANONYMOUS])
      await app.as(caller).get(new URL(link).pathname).expect(404);
  });

  it('export the visible rows as a workbook with a sheet per repeat', async () => {
    const { data_url_xlsx: link } = await create();
    const response = await app
      .as('owner')
      .get(new URL(link).pathname)
      .buffer(true)
      .parse(readBytes)
      .expect(200);
    const { sheets } = await readXlsx(response.body as Buffer, { readStyles: true });
    expect(sheets.map(({ name }) => name)).toEqual(['Wells', 'pump']);
    expect(sheets[1]!.rows.slice(1).map((row) => row.slice(0, 4))).toEqual([
      ['=1+1', 1, 'Wells', 1],
      ['works', 2, 'Wells', 2],
      ['broken', 3, 'Wells', 2],
    ]);
    const formulas = sheets
      .flatMap(({ cells }) => [...(cells?.values() ?? [])])
      .filter((cell) => cell.formula);
    expect(formulas).toEqual([]);
  });

  it('are optional: the asset links to tables of its visible rows', async () => {
    const { body: asset } = await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    const links = asset.deployment__data_download_links as Record<'csv' | 'xls', string>;
    const start = `${app.origin}/api/v2/assets/${uid}`;
    expect(links).toEqual({
      xls: `${start}/data.xlsx`,
      csv: `${start}/data.csv`,
      xls_legacy: `${start}/data.xlsx`,
      csv_legacy: `${start}/data.csv`,
      kml_legacy: `${start}/data.kml`,
      zip_legacy: `${start}/data.zip`,
    });
    for (const link of Object.values(links)) await app.as('owner').get(new URL(link).pathname).expect(200);
    for (const [by, villages] of [
      ['owner', ['Karatu', 'Mbulu']],
      ['partial', ['Mbulu']],
    ] as const) {
      const response = await app
        .as(by)
        .get(new URL(links.xls).pathname)
        .buffer(true)
        .parse(readBytes)
        .expect(200);
      expect(response.headers['content-disposition']).toMatch(/^attachment; filename=Wells_.*\.xlsx$/);
      const { sheets } = await readXlsx(response.body as Buffer);
      expect(sheets[0]!.rows.slice(1).map(([village]) => village)).toEqual(villages);
    }
    for (const caller of ['stranger', ANONYMOUS])
      await app.as(caller).get(new URL(links.xls).pathname).expect(404);
  });

  it('return 400 for a form that was never deployed', async () => {
    const draft = await makeAsset(app);
    const body = { name: 'x', export_settings: EXPORT_DEFAULTS };
    const created = await app.as('owner').post(path('', draft.uid)).send(body).expect(201);
    await app.as('owner').get(`/api/v2/assets/${draft.uid}/data.xlsx`).expect(400);
    await app
      .as('owner')
      .get(new URL(created.body.data_url_csv as string).pathname)
      .expect(400);
  });
});
