import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { readXlsx } from 'hucre';
import { parquetReadObjects } from 'hyparquet';
import { Database } from 'node-sqlite3-wasm';
import { AccountExportService } from '../../../src/modules/migration/folder/account-export.service';
import { AccountFolder } from '../../../src/modules/migration/folder/account-folder';
import { FolderSource } from '../../../src/modules/migration/folder/folder.source';
import { MigrationService } from '../../../src/modules/migration/migration.service';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { downloadExport } from '../../factories/export.factory';
import { migrate, MIGRATION_OPTIONS, NO_OBSERVER } from '../../factories/migration.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { Random, testSeed } from '../../fixtures/random';
import { startApp, type TestApp } from '../../support/app';

/** Random forms through three redeployments: each value that was sent is found in every format, once, here and after moving. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
});
afterAll(() => app.stop());

const owner = () => app.as('owner');
/** A question may have the name of a repeat of another version. */
const NAMES = ['a', 'b', 'c', 'd', 'e', 'ren'];
const TYPES = ['text', 'integer', 'decimal', 'barcode'];

/** Place of each question: the groups and repeats around it. Names of repeats start with `r`. */
type Form = ReadonlyMap<string, { readonly place: string; readonly type: string }>;
const PLACES = ['', 'g', 'rep', 'g/rep', 'other', 'ren'];

/** The type stays a number or a text, so that values fit. */
function randomForm(random: Random): Form {
  const chosen = NAMES.filter(() => random.chance(0.8));
  const form = new Map(
    chosen.map((name) => [name, { place: random.pick(PLACES), type: random.pick(TYPES) }] as const),
  );
  const hasRepeat = [...form.values()].some(({ place }) => place === 'ren');
  if (hasRepeat && form.get('ren')?.place === '') form.delete('ren');
  return form;
}

const isRepeat = (step: string): boolean => step.startsWith('re');

function rowsOf(form: Form): object[] {
  const inside = (place: string): object[] =>
    [...form].flatMap(([name, question]) =>
      question.place === place ? [{ type: question.type, name, label: name }] : [],
    );
  const group = (name: string, rows: readonly object[]): object[] => {
    const kind = isRepeat(name) ? 'repeat' : 'group';
    return rows.length === 0
      ? []
      : [{ type: `begin_${kind}`, name, label: name }, ...rows, { type: `end_${kind}` }];
  };
  // One repeat of a name: in the group, or outside.
  const inGroup = inside('g/rep').length > 0;
  const rep = [...inside('rep'), ...inside('g/rep')];
  return [
    { type: 'note', name: 'hello', label: 'Hello' },
    ...inside(''),
    ...(inGroup ? [] : group('rep', rep)),
    ...group('g', [...inside('g'), ...(inGroup ? group('rep', rep) : [])]),
    ...group('other', inside('other')),
    ...group('ren', inside('ren')),
  ];
}

/** Fills in a form; each value is unique. @returns XML, and the values */
function fill(form: Form, random: Random, next: () => string): { xml: string; values: string[] } {
  const values: string[] = [];
  const answer = (name: string): string => {
    const value = next();
    values.push(value);
    return `<${name}>${value}</${name}>`;
  };
  const inside = (...places: string[]): string[] =>
    [...form].flatMap(([name, { place }]) => (places.includes(place) ? [name] : []));
  const element = (name: string, names: readonly string[]): string => {
    if (names.length === 0) return '';
    const copies = isRepeat(name) ? random.between(1, 2) : 1;
    return Array.from({ length: copies }, () => `<${name}>${names.map(answer).join('')}</${name}>`).join('');
  };
  const inGroup = inside('g/rep').length > 0;
  const rep = (): string => element('rep', inside('rep', 'g/rep'));
  const group = `${inside('g').map(answer).join('')}${inGroup ? rep() : ''}`;
  const xml = [
    ...inside('').map(answer),
    inGroup ? '' : rep(),
    group === '' ? '' : `<g>${group}</g>`,
    element('other', inside('other')),
    element('ren', inside('ren')),
  ].join('');
  return { xml, values };
}

/** Rows of all tables of an SQLite file, without labels. */
function sqliteRows(bytes: Uint8Array): unknown[] {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-'));
  const file = join(folder, 'export.sqlite');
  writeFileSync(file, bytes);
  const database = new Database(file, { readOnly: true });
  try {
    const tables = database.all(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> '_labels' ORDER BY name`,
    ) as { name: string }[];
    return tables.flatMap(({ name }) => database.all(`SELECT * FROM "${name}"`));
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

/** Rows of all tables of a zip of Parquet files, without labels; answers of no type are members of `_unreadable`. */
async function parquetRows(bytes: Uint8Array): Promise<unknown[]> {
  const files = Object.entries(unzipSync(bytes)).filter(([name]) => name !== '_labels.parquet');
  const rows = await Promise.all(
    files.map(([, each]) => parquetReadObjects({ file: Uint8Array.from(each).buffer })),
  );
  return rows.flat().map((row) => ({
    ...row,
    _unreadable: JSON.parse((row['_unreadable'] as string | null) ?? '{}') as unknown,
  }));
}

/** Names of the variables of an SPSS syntax file. */
function spssVariables(zip: Uint8Array): string[] {
  const [text = ''] = Object.values(unzipSync(zip)).map((bytes) => Buffer.from(bytes).toString());
  return [...text.matchAll(/^ *\/? ?([a-z]\w*) '/gm)].map(([, name]) => name!);
}

/** Expects each value once in each format. */
async function expectOnce(at: TestApp, uid: string, sent: readonly string[]): Promise<void> {
  const wanted = new Set(sent);
  const occurrences = (cells: readonly unknown[]): string[] =>
    cells
      .flatMap((cell) => (typeof cell === 'string' ? cell.match(/\w+/g) : [String(cell)]) ?? [])
      .filter((word) => wanted.has(word))
      .sort();
  const expected = [...sent].sort();
  const leaves = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];

  const { body: after } = await at.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
  expect(occurrences(leaves(after.results))).toEqual(expected);

  const { sheets } = await readXlsx(await downloadExport(at, uid, { type: 'xls' }));
  expect(occurrences(sheets.flatMap(({ rows }) => rows.flat()))).toEqual(expected);

  const topLevel = occurrences(sheets[0]!.rows.flat());
  const csv = parse((await downloadExport(at, uid)).toString(), { delimiter: ';' });
  expect(occurrences(csv.flat())).toEqual(topLevel);

  const { body: service } = await at.as('owner').get(`/api/v2/assets/${uid}/odata/`).expect(200);
  const feeds: unknown[] = [];
  for (const { url } of service.value as { url: string }[]) {
    const { body } = await at.as('owner').get(`/api/v2/assets/${uid}/odata/${url}`).expect(200);
    feeds.push(...leaves(body.value));
  }
  expect(occurrences(feeds)).toEqual(expected);

  const [sqlite, parquet] = await Promise.all(
    ['sqlite', 'parquet'].map((type) => downloadExport(at, uid, { type })),
  );
  expect(occurrences(leaves(sqliteRows(sqlite!)))).toEqual(expected);
  expect(occurrences(leaves(await parquetRows(parquet!)))).toEqual(expected);
}

/** Copies a submission and deletes the original. */
async function replaceByCopy(uid: string, id: number): Promise<void> {
  const data = `/api/v2/assets/${uid}/data/`;
  await owner().post(`${data}${id}/duplicate/`).expect(201);
  await owner().delete(`${data}${id}/`).expect(204);
}

const moves: Readonly<Record<string, (target: TestApp) => Promise<{ readonly equal: boolean }>>> = {
  'migrate-from': (target) => migrate(target, app.origin, { token: app.tokenOf('owner') }),
  'import-account': async (target) => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-history-'));
    try {
      const account = new AccountFolder(join(folder, 'owner'));
      await app.nest.get(AccountExportService, { strict: false }).write('owner', account);
      const service = target.nest.get(MigrationService, { strict: false });
      return await service.run(await FolderSource.open(account), MIGRATION_OPTIONS, NO_OBSERVER);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

const forms: { readonly uid: string; readonly sent: readonly string[] }[] = [];

it.each([1, 2, 3])('finds every value once in every format (form %d)', async (run) => {
  const random = new Random(testSeed() + run);
  let counter = 1_000;
  const next = (): string => String(random.between(1, 9)) + String((counter += 1));
  const sent: string[] = [];
  const versions: { uid: string; form: Form }[] = [];
  const send = async (uid: string, { uid: version, form }: (typeof versions)[number]): Promise<void> => {
    const { xml, values } = fill(form, random, next);
    if (values.length === 0) return;
    await submission(owner(), instanceXml(uid, { answers: xml, version })).expect(201);
    sent.push(...values);
  };
  const first = randomForm(random);
  const asset = await makeDeployedAsset(app, { name: `Form ${run}`, content: { survey: rowsOf(first) } });
  const { uid } = asset;
  versions.push({ uid: asset['version_id'] as string, form: first });
  for (let deployment = 0; deployment < 4; deployment += 1) {
    // Devices may still have any version.
    for (const version of versions) await send(uid, version);
    if (deployment === 3) break;
    const form = randomForm(random);
    await owner()
      .patch(`/api/v2/assets/${uid}/`)
      .send({ content: { survey: rowsOf(form) } })
      .expect(200);
    const { body } = await owner().patch(`/api/v2/assets/${uid}/deployment/`).send({}).expect(200);
    versions.push({ uid: body.version_id as string, form });
  }
  const { body: list } = await owner().get(`/api/v2/assets/${uid}/data/`).expect(200);
  const ids = (list.results as { _id: number }[]).map(({ _id }) => _id);
  // Edits and copies read the XML again.
  await owner()
    .patch(`/api/v2/assets/${uid}/data/bulk/`)
    .send({ payload: { submission_ids: ids, data: { hello: 'edited' } } })
    .expect(200);

  await replaceByCopy(uid, random.pick(ids));
  forms.push({ uid, sent });
  await expectOnce(app, uid, sent);
  // SPSS files hold the labels of the newest version, no answers.
  const newest = [...versions.at(-1)!.form.keys(), 'hello'];
  const spss = await downloadExport(app, uid, { type: 'spss_labels' });
  expect(
    spssVariables(spss)
      .filter((name) => [...NAMES, 'hello'].includes(name))
      .sort(),
  ).toEqual(newest.sort());
});

it.each(Object.keys(moves))('finds every value once after %s', async (name) => {
  const target = await startApp();
  try {
    await target.addUser('owner');
    expect(await moves[name]!(target)).toMatchObject({ equal: true });
    for (const { uid, sent } of forms) await expectOnce(target, uid, sent);
  } finally {
    await target.stop();
  }
});
