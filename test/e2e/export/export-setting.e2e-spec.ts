import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre';
import {
  type AssetJson,
  grant,
  grantPartially,
  makeAsset,
  makeDeployedAsset,
} from '../../factories/asset.factory';
import { readBytes, USUAL } from '../../factories/export.factory';
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
  const keep = async (settings: object = {}, name = 'Weekly'): Promise<SettingJson> => {
    const body = { name, export_settings: { ...USUAL, ...settings } };
    return (await app.as('owner').post(path()).send(body).expect(201)).body as SettingJson;
  };
  const csvOf = async (link: string, who: string): Promise<Record<string, string>[]> => {
    const answer = await app.as(who).get(new URL(link).pathname).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': expect.stringMatching(/^attachment; filename=Wells_.*\.csv$/),
    });
    return parse<Record<string, string>>(answer.text, { delimiter: ';', columns: true });
  };

  it('are kept, shown, changed, replaced and removed', async () => {
    const kept = await keep();
    const link = `${app.origin}${path(kept.uid)}`;
    expect(kept).toEqual({
      uid: expect.stringMatching(/^es[2-9A-HJ-NP-Za-km-z]{21}$/),
      url: `${link}/`,
      data_url_csv: `${link}/data.csv`,
      data_url_xlsx: `${link}/data.xlsx`,
      name: 'Weekly',
      date_modified: expect.stringMatching(/Z$/),
      export_settings: USUAL,
    });
    const one = path(`${kept.uid}/`);
    await app
      .as('manager')
      .patch(one)
      .send({ export_settings: { ...USUAL, lang: '_xml' } })
      .expect(200);
    const { body: changed } = await app.as('manager').patch(one).send({ name: '' }).expect(200);
    expect(changed).toMatchObject({ name: '', export_settings: { lang: '_xml' } });
    await app
      .as('owner')
      .put(one)
      .send({ name: 'Put', export_settings: JSON.stringify(USUAL) })
      .expect(200);
    const { body: shown } = await app.as('viewer').get(one).expect(200);
    expect(shown).toMatchObject({ name: 'Put', export_settings: USUAL });
    const { body: list } = await app.as('partial').get(path()).expect(200);
    expect(list.results[0]).toEqual(shown);
    for (const [by, told] of [
      ['manager', list.results as object[]],
      ['partial', list.results as object[]],
      ['stranger', []],
    ] as const) {
      const { body: asset } = await app.as(by).get(`/api/v2/assets/${uid}/`).expect(200);
      expect(asset.export_settings).toEqual(told);
      const { body: assets } = await app.as(by).get(`/api/v2/assets/?q=uid:${uid}`).expect(200);
      for (const each of assets.results as AssetJson[]) expect(each.export_settings).toEqual(told);
    }
    await app.as('owner').delete(one).expect(204);
    for (const below of ['', 'data.csv', 'data.xlsx'])
      await app.as('owner').get(`${one}${below}`).expect(404);
    await app.as('owner').patch(one).send({ name: 'x' }).expect(404);
    await app.as('owner').delete(one).expect(404);
  });

  it.each([
    ['no name', { export_settings: USUAL }, { name: ['This field is required.'] }],
    ['no settings', { name: 'x' }, { export_settings: ['This field is required.'] }],
    ['null', { name: 'x', export_settings: null }, { export_settings: ['This field may not be null.'] }],
    [
      'text that is no JSON',
      { name: 'x', export_settings: 'no' },
      { export_settings: ['Unable to parse JSON'] },
    ],
    [
      'a key without a value that is taken',
      { name: 'x', export_settings: { ...USUAL, type: 'pdf' } },
      { export_settings: ["`type` must be either 'csv', 'geojson', 'kml', 'spss_labels' or 'xls'"] },
    ],
    [
      'keys that are missing',
      { name: 'x', export_settings: {} },
      { export_settings: [expect.stringMatching(/^`export_settings` must contain all the following/)] },
    ],
  ])('refuse %s (400)', async (_name, body, errors) => {
    const answer = await app.as('owner').post(path()).send(body).expect(400);
    expect(answer.body).toEqual(errors);
  });

  it('refuse a name that is too long (400)', async () => {
    const body = { name: 'n'.repeat(256), export_settings: USUAL };
    await app.as('owner').post(path()).send(body).expect(400);
  });

  it('give the rows in sight as CSV, and no cell that acts', async () => {
    const { data_url_csv: link } = await keep({ type: 'xls', fields: ['village'] });
    expect((await csvOf(link, 'owner')).map(({ Village }) => Village)).toEqual(['Karatu', 'Mbulu']);
    expect((await csvOf(link, 'partial')).map(({ Village }) => Village)).toEqual(['Mbulu']);
    for (const who of ['stranger', ANONYMOUS]) await app.as(who).get(new URL(link).pathname).expect(404);
  });

  it('give the rows in sight as a workbook, each repeat as a sheet', async () => {
    const { data_url_xlsx: link } = await keep();
    const answer = await app
      .as('owner')
      .get(new URL(link).pathname)
      .buffer(true)
      .parse(readBytes)
      .expect(200);
    const { sheets } = await readXlsx(answer.body as Buffer, { readStyles: true });
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

  it('are not needed: the asset links to its rows as tables, which hold what is in sight', async () => {
    const { body: asset } = await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    const links = asset.deployment__data_download_links as Record<'csv' | 'xls', string>;
    expect(links).toEqual({
      xls: `${app.origin}/api/v2/assets/${uid}/data.xlsx`,
      csv: `${app.origin}/api/v2/assets/${uid}/data.csv`,
    });
    await app.as('owner').get(new URL(links.csv).pathname).expect(200);
    for (const [by, villages] of [
      ['owner', ['Karatu', 'Mbulu']],
      ['partial', ['Mbulu']],
    ] as const) {
      const answer = await app
        .as(by)
        .get(new URL(links.xls).pathname)
        .buffer(true)
        .parse(readBytes)
        .expect(200);
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=Wells_.*\.xlsx$/);
      const { sheets } = await readXlsx(answer.body as Buffer);
      expect(sheets[0]!.rows.slice(1).map(([village]) => village)).toEqual(villages);
    }
    for (const who of ['stranger', ANONYMOUS]) await app.as(who).get(new URL(links.xls).pathname).expect(404);
  });

  it('give nothing of a form that was never deployed (400)', async () => {
    const draft = await makeAsset(app);
    const body = { name: 'x', export_settings: USUAL };
    const kept = await app.as('owner').post(path('', draft.uid)).send(body).expect(201);
    await app.as('owner').get(`/api/v2/assets/${draft.uid}/data.xlsx`).expect(400);
    await app
      .as('owner')
      .get(new URL(kept.body.data_url_csv as string).pathname)
      .expect(400);
  });
});
