import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { Database } from 'node-sqlite3-wasm';
import { grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { downloadExport, EXPORT_DEFAULTS, startExport, waitForExport } from '../../factories/export.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

const CONTENT = {
  survey: [
    { type: 'start', name: 'started' },
    { type: 'text', name: 'village', label: ['Village', 'Kijiji'] },
    { type: 'integer', name: 'people', label: ['People', null] },
    { type: 'decimal', name: 'depth', label: ['Depth', null] },
    { type: 'date', name: 'dug', label: ['Dug', null] },
    { type: 'dateTime', name: 'seen', label: ['Seen', null] },
    { type: 'begin_group', name: 'g', label: ['Group', null] },
    { type: 'text', name: '_index', label: ['A name of the system', null] },
    { type: 'end_group' },
    { type: 'text', name: 'Village', label: ['Other letter case', null] },
    { type: 'select_multiple uses', name: 'uses', label: ['Uses', null] },
    { type: 'begin_repeat', name: 'pump', label: ['Pump', null] },
    { type: 'text', name: 'maker', label: ['Maker', null] },
    { type: 'begin_repeat', name: 'submissions', label: ['Repairs', null] },
    { type: 'integer', name: 'cost', label: ['Cost', null] },
    { type: 'end_repeat' },
    { type: 'end_repeat' },
  ],
  choices: [
    { list_name: 'uses', name: 'drink', label: ['Drinking', 'Kunywa'] },
    { list_name: 'uses', name: 'wash', label: ['Washing', null] },
  ],
  translations: [null, 'Swahili (sw)'],
  translated: ['label'],
};

const ANSWERS = [
  '<started>2026-05-01T11:00:00.000+03:00</started><village>Arusha "1"\n2</village><people>9007199254740993</people>',
  '<depth>1.50</depth><dug>2024-02-29</dug><seen>2026-05-01T12:00:00.5</seen><g><_index>mine</_index></g><Village>V</Village>',
  '<uses>drink</uses>',
  '<pump><maker>Afridev</maker><submissions><cost>5</cost></submissions><submissions><cost>7</cost></submissions></pump>',
  '<pump><maker>Nira</maker><submissions><cost>9</cost></submissions></pump>',
].join('');

const SQLITE = { type: 'sqlite', lang: '_xml' };
const PARQUET = { type: 'parquet', lang: '_xml' };

describe('exports as tables', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'partial']) await app.addUser(name);
    ({ uid } = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT }));
    await grantPartially(app, uid, 'partial', { view_submissions: [{ people: 'many' }] });
    await submit(app, uid, { answers: ANSWERS });
    await submit(app, uid, { answers: '<people>many</people><depth>0.1</depth><dug>soon</dug>' });
  });
  afterAll(() => app.stop());

  describe('SQLite', () => {
    const rowsOf = async (sql: string, request: object = SQLITE, by = 'owner', asset = uid) => {
      const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-'));
      const file = join(folder, 'export.sqlite');
      writeFileSync(file, await downloadExport(app, asset, request, { by }));
      const database = new Database(file, { readOnly: true });
      try {
        return database.all(sql);
      } finally {
        database.close();
        rmSync(folder, { recursive: true });
      }
    };

    it('has answers in the type of their question, and keeps others as text', async () => {
      expect(
        await rowsOf(
          `SELECT "_index", people, typeof(people) AS kind, depth, dug, seen, "_index_2", "Village_2", uses, "uses/wash", "_id" > 0 AS has_id
             FROM submissions ORDER BY "_index"`,
        ),
      ).toEqual([
        {
          _index: 1,
          people: 9007199254740993n,
          kind: 'integer',
          depth: 1.5,
          dug: '2024-02-29',
          seen: '2026-05-01T12:00:00.5+03:00',
          _index_2: 'mine',
          Village_2: 'V',
          uses: 'drink',
          'uses/wash': 0,
          has_id: 1,
        },
        {
          _index: 2,
          people: 'many',
          kind: 'text',
          depth: 0.1,
          dug: 'soon',
          seen: null,
          _index_2: null,
          Village_2: null,
          uses: null,
          'uses/wash': null,
          has_id: 1,
        },
      ]);
      const [time] = await rowsOf(`SELECT "_submission_time" AS time FROM submissions`);
      expect(time!['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    });

    it('keeps all digits of numbers that its types do not hold', async () => {
      const { uid: long } = await makeDeployedAsset(app, { name: 'Long', content: CONTENT });
      const sent = [
        ['12345678901234567890', '9007199254740993'],
        ['9223372036854775807', '0.30000000000000004'],
        ['007', '-1.50'],
        ['many', '1e400'],
        ['0', '0'],
      ];
      for (const [people, depth] of sent)
        await submit(app, long, { answers: `<people>${people}</people><depth>${depth}</depth>` });
      const rows = await rowsOf('SELECT people, depth FROM submissions', SQLITE, 'owner', long);
      expect(rows.map(({ people, depth }) => [people, depth])).toEqual([
        ['12345678901234567890', '9007199254740993'],
        [9223372036854775807n, 0.30000000000000004],
        [7, -1.5],
        ['many', '1e400'],
        [0, 0],
      ]);
    });

    it('has text where versions disagree about the type, unless only the newest is exported', async () => {
      const content = (type: string) => ({ survey: [{ type, name: 'code', label: 'Code' }] });
      const { uid: changed } = await makeDeployedAsset(app, { name: 'Codes', content: content('text') });
      await submit(app, changed, { answers: '<code>007</code>' });
      const asset = `/api/v2/assets/${changed}/`;
      const change = { content: content('integer') };
      await app.as('owner').patch(asset).send(change).expect(200);
      await app.as('owner').patch(`${asset}deployment/`).send({}).expect(200);
      const codes = (request: object) => rowsOf('SELECT code FROM submissions', request, 'owner', changed);
      expect(await codes(SQLITE)).toEqual([{ code: '007' }]);
      expect(await codes({ ...SQLITE, fields_from_all_versions: false })).toEqual([{ code: 7 }]);
    });

    it('has keys between the tables of repeats', async () => {
      expect(
        await rowsOf(
          `SELECT s.village, p.maker, r.cost FROM submissions s
             JOIN pump p ON p."_parent_index" = s."_index"
             JOIN "submissions_2" r ON r."_parent_index" = p."_index" ORDER BY r."_index"`,
        ),
      ).toEqual([
        { village: 'Arusha "1"\n2', maker: 'Afridev', cost: 5 },
        { village: 'Arusha "1"\n2', maker: 'Afridev', cost: 7 },
        { village: 'Arusha "1"\n2', maker: 'Nira', cost: 9 },
      ]);
      expect(await rowsOf('PRAGMA foreign_key_check')).toEqual([]);
      expect(await rowsOf('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(
        await rowsOf(`SELECT "table", "from", "to" FROM pragma_foreign_key_list('submissions_2')`),
      ).toEqual([{ table: 'pump', from: '_parent_index', to: '_index' }]);
    });

    it('has the labels of questions and choices in all languages', async () => {
      expect(
        await rowsOf(
          `SELECT choice, label, "label::Swahili (sw)" AS sw FROM "_labels" WHERE "table" = 'submissions' AND question = 'uses'`,
        ),
      ).toEqual([
        { choice: null, label: 'Uses', sw: null },
        { choice: 'drink', label: 'Drinking', sw: 'Kunywa' },
        { choice: 'wash', label: 'Washing', sw: null },
      ]);
    });

    it('has only the rows that the caller may view', async () => {
      expect(await rowsOf('SELECT people FROM submissions', SQLITE, 'partial')).toEqual([{ people: 'many' }]);
      expect(await rowsOf('SELECT count(*) AS count FROM pump', SQLITE, 'partial')).toEqual([{ count: 0 }]);
    });

    it('has the chosen fields, and the keys', async () => {
      const request = { ...SQLITE, fields: ['pump/submissions/cost', 'village'] };
      expect(await rowsOf(`SELECT name FROM pragma_table_info('submissions')`, request)).toEqual(
        ['village', '_uuid', 'meta/rootUuid', '_index'].map((name) => ({ name })),
      );
      expect(
        await rowsOf(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`, request),
      ).toEqual(['_labels', 'submissions', 'submissions_2'].map((name) => ({ name })));
    });

    it('fails with a message for more columns than SQLite allows', async () => {
      const choices = Array.from({ length: 2000 }, (_, at) => ({
        list_name: 'many',
        name: `c${at}`,
        label: `C ${at}`,
      }));
      const survey = [{ type: 'select_multiple many', name: 'many', label: 'Many' }];
      const wide = await makeDeployedAsset(app, { content: { survey, choices } });
      const { url } = await startExport(app, wide.uid, SQLITE);
      const { status, messages } = await waitForExport(app, url);
      expect(status).toBe('error');
      expect(messages.error).toContain('SQLite allows 2000');
    });
  });

  describe('Parquet', () => {
    const filesOf = async (request: object = PARQUET, asset = uid) => {
      const files = unzipSync(await downloadExport(app, asset, request));
      const tables = new Map(
        Object.entries(files).map(([name, bytes]) => [name, Uint8Array.from(bytes).buffer]),
      );
      const read = (name: string) => parquetReadObjects({ file: tables.get(name)! });
      return { names: [...tables.keys()], read, bytes: (name: string) => tables.get(name)! };
    };

    it('has a typed file for each table, and the answers of no type in a column of their own', async () => {
      const { names, read, bytes } = await filesOf();
      expect(names).toEqual([
        'submissions.parquet',
        'pump.parquet',
        'submissions_2.parquet',
        '_labels.parquet',
      ]);
      const rows = await read('submissions.parquet');
      expect(rows).toMatchObject([
        {
          village: 'Arusha "1"\n2',
          people: 9007199254740993n,
          depth: 1.5,
          _index: 1n,
          _index_2: 'mine',
          dug: new Date('2024-02-29'),
          seen: new Date('2026-05-01T09:00:00.500Z'),
          'uses/drink': 1n,
          _unreadable: null,
        },
        { people: null, depth: 0.1, dug: null, _unreadable: '{"people":"many","dug":"soon"}' },
      ]);
      const { children } = parquetSchema(parquetMetadata(bytes('submissions.parquet')));
      const types = new Map(children.map(({ element }) => [element.name, element]));
      expect(types.get('people')).toMatchObject({ type: 'INT64' });
      expect(types.get('depth')).toMatchObject({ type: 'DOUBLE' });
      expect(types.get('dug')).toMatchObject({ converted_type: 'DATE' });
      expect(types.get('seen')!.logical_type).toMatchObject({ type: 'TIMESTAMP', isAdjustedToUTC: true });
      const repairs = await read('submissions_2.parquet');
      expect(repairs.map(({ cost, _parent_index: pump }) => [cost, pump])).toEqual([
        [5n, 1n],
        [7n, 1n],
        [9n, 2n],
      ]);
      expect(await read('_labels.parquet')).toContainEqual({
        table: 'submissions',
        column: 'uses',
        question: 'uses',
        type: 'select_multiple',
        choice: 'drink',
        label: 'Drinking',
        'label::Swahili (sw)': 'Kunywa',
      });
    });

    it('has numbers that would be rounded beside the others of no type', async () => {
      const { uid: long } = await makeDeployedAsset(app, { name: 'Long', content: CONTENT });
      const answers = '<people>12345678901234567890</people><depth>9007199254740993</depth>';
      await submit(app, long, { answers });
      const { read } = await filesOf(PARQUET, long);
      const unreadable = '{"people":"12345678901234567890","depth":"9007199254740993"}';
      expect(await read('submissions.parquet')).toMatchObject([
        { people: null, depth: null, _unreadable: unreadable },
      ]);
    });

    it('is valid without rows', async () => {
      const { read } = await filesOf({ ...PARQUET, query: { village: 'nowhere' } });
      expect(await read('submissions.parquet')).toEqual([]);
    });
  });

  it('leaves no temporary files', async () => {
    await downloadExport(app, uid, { ...SQLITE, submission_ids: [1] });
    expect(readdirSync(join(app.dataDir, 'scratch'))).toEqual([]);
  });

  it('are offered beside the other types, and refused when not known', async () => {
    const { body } = await app
      .as('owner')
      .post(`/api/v2/assets/${uid}/exports/`)
      .send({ ...EXPORT_DEFAULTS, type: 'arrow' })
      .expect(400);
    expect(body).toEqual({
      type: ["Must be either 'csv', 'geojson', 'kml', 'parquet', 'spss_labels', 'sqlite' or 'xls'"],
    });
  });
});
