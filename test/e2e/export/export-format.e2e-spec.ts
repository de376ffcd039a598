import { unzipSync, strFromU8 } from 'fflate';
import { readXlsx } from 'hucre';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { downloadExport, EXPORT_DEFAULTS, readBytes } from '../../factories/export.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

const CONTENT = {
  survey: [
    { type: 'text', name: 'village', label: ['Village', 'Kijiji'] },
    { type: 'integer', name: 'people', label: ['People', null] },
    { type: 'date', name: 'dug', label: ['Dug', null] },
    { type: 'time', name: 'opens', label: ['Opens', null] },
    { type: 'dateTime', name: 'seen', label: ['Seen', null] },
    { type: 'select_one state', name: 'state', label: ['State', 'Hali'] },
    { type: 'begin_repeat', name: 'pump', label: ['Pump', null] },
    { type: 'text', name: 'maker', label: ['Maker', null] },
    { type: 'end_repeat' },
  ],
  choices: [
    { list_name: 'state', name: 'works', label: ['Works', 'Inafanya'] },
    { list_name: 'state', name: 'broken', label: ['Broken; dry', 'Imevunjika'] },
  ],
  translations: [null, 'Swahili (sw)'],
  translated: ['label'],
};

const ANSWERS = [
  '<village>Arusha</village><people>35</people><dug>2024-02-29</dug><opens>06:30:00.000+03:00</opens>',
  '<seen>2026-05-01T12:00:00.000+03:00</seen><state>broken</state>',
  '<pump><maker>Afridev</maker></pump><pump><maker>Nira</maker></pump>',
].join('');

describe('the format of exports', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT }));
    await submit(app, uid, { answers: ANSWERS });
  });
  afterAll(() => app.stop());

  const textOf = async (path: string): Promise<string> => {
    const { body } = await app.as('owner').get(path).buffer(true).parse(readBytes).expect(200);
    return (body as Buffer).toString();
  };

  describe('CSV', () => {
    it('has semicolons and no byte order mark by default', async () => {
      const text = (await downloadExport(app, uid)).toString();
      expect(text).toMatch(/^"Village";"People"/);
      expect(await textOf(`/api/v2/assets/${uid}/data.csv`)).toMatch(/^"village";"people"/);
    });

    it('has a byte order mark and another separator on request', async () => {
      const text = (await downloadExport(app, uid, { bom: true, separator: '\t' })).toString();
      expect(text).toMatch(/^\ufeff"Village"\t"People"/);
      expect(text).toContain('\t"Broken; dry"\t');
      const streamed = await textOf(`/api/v2/assets/${uid}/data.csv?bom=true&separator=,`);
      expect(streamed).toMatch(/^\ufeff"village","people"/);
      expect(streamed.match(/\ufeff/g)).toHaveLength(1);
    });

    it('has the saved dialect, unless the query overrides it', async () => {
      const { body } = await app
        .as('owner')
        .post(`/api/v2/assets/${uid}/export-settings/`)
        .send({ name: 'x', export_settings: { ...EXPORT_DEFAULTS, bom: true, separator: ',' } })
        .expect(201);
      const { pathname } = new URL(body.data_url_csv as string);
      expect(await textOf(pathname)).toMatch(/^\ufeff"Village","People"/);
      expect(await textOf(`${pathname}?bom=false&separator=;`)).toMatch(/^"Village";"People"/);
    });

    it.each(['bom=perhaps', 'separator=x', 'separator='])('returns 400 for %s', async (query) => {
      await app.as('owner').get(`/api/v2/assets/${uid}/data.csv?${query}`).expect(400);
    });

    it('returns 400 for an export with another separator', async () => {
      const { body } = await app
        .as('owner')
        .post(`/api/v2/assets/${uid}/exports/`)
        .send({ ...EXPORT_DEFAULTS, separator: '|', bom: 1 })
        .expect(400);
      expect(Object.keys(body as object).toSorted()).toEqual(['bom', 'separator']);
    });
  });

  describe('XLSX', () => {
    const sheetsOf = async (request: object) => {
      const file = await downloadExport(app, uid, { type: 'xls', ...request });
      const { sheets } = await readXlsx(file, { readStyles: true });
      const parts = unzipSync(file);
      return { sheets, xml: strFromU8(parts['xl/worksheets/sheet1.xml']!) };
    };

    it('is plain text by default', async () => {
      const { sheets, xml } = await sheetsOf({});
      expect(sheets.map(({ name }) => name)).toEqual(['Wells', 'pump']);
      expect(sheets[0]!.rows[1]!.slice(1, 5)).toEqual([
        '35',
        '2024-02-29',
        '06:30:00.000+03:00',
        '2026-05-01T12:00:00.000+03:00',
      ]);
      expect(xml).not.toMatch(/<pane|<cols/);
    });

    it('has numbers, dates and times, a fixed header and wide columns if formatted', async () => {
      const { sheets, xml } = await sheetsOf({ xls_formatted: true });
      const [, people, dug, , seen] = sheets[0]!.rows[1]!;
      expect([people, dug, seen]).toEqual([
        35,
        new Date('2024-02-29T00:00:00Z'),
        new Date('2026-05-01T12:00:00Z'),
      ]);
      // 6:30 as part of a day, in the style of times.
      expect(xml).toContain(`<c r="D2" s="3"><v>${6.5 / 24}</v></c>`);
      expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
      expect(xml.indexOf('<sheetViews>')).toBeLessThan(xml.indexOf('<cols>'));
      expect(xml).toMatch(/<cols><col min="1" max="1" width="16" customWidth="1"\/>.*<\/cols><sheetData>/);
    });

    it('has a sheet of labels on request', async () => {
      const { sheets } = await sheetsOf({ xls_labels: true, lang: '_xml' });
      expect(sheets.map(({ name }) => name)).toEqual(['Wells', 'pump', 'Labels']);
      const { rows } = sheets[2]!;
      expect(rows[0]).toEqual([
        'table',
        'column',
        'question',
        'type',
        'choice',
        'label',
        'label::Swahili (sw)',
      ]);
      const state = rows.filter(([, column]) => column === 'state').map((row) => row.slice(3));
      expect(state).toEqual([
        ['select_one', null, 'State', 'Hali'],
        ['select_one', 'works', 'Works', 'Inafanya'],
        ['select_one', 'broken', 'Broken; dry', 'Imevunjika'],
      ]);
      expect(rows.at(-1)!.slice(0, 6)).toEqual(['pump', 'maker', 'pump/maker', 'text', null, 'Maker']);
    });
  });
});
