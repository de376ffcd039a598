import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx } from 'hucre';
import { AccountExportService } from '../../../src/modules/migration/folder/account-export.service';
import { AccountFolder } from '../../../src/modules/migration/folder/account-folder';
import { FolderSource } from '../../../src/modules/migration/folder/folder.source';
import { MigrationService } from '../../../src/modules/migration/migration.service';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { downloadExport } from '../../factories/export.factory';
import { migrate, MIGRATION_OPTIONS, NO_OBSERVER } from '../../factories/migration.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { KoboServer } from '../../support/kobo-server';

/** Each submission is read by the version that it names (contract-xlsform 4.2), and the comparison sees what people see. */

const text = (name: string) => ({ type: 'text', name, label: name });
const HOME = [
  { type: 'begin_repeat', name: 'kids', label: 'kids' },
  text('kn'),
  { type: 'end_repeat' },
  { type: 'geopoint', name: 'gp', label: 'gp' },
];
const V1 = [text('t'), ...HOME];
const V2 = [text('t'), { type: 'begin_group', name: 'h', label: 'h' }, ...HOME, { type: 'end_group' }];
const EARLY = '<t>early</t><kids><kn>E1</kn></kids><gp>1 2 0 0</gp>';
const LATE = '<t>late</t><kids><kn>L1</kn></kids><gp>3 4 0 0</gp>';
const NEW = '<t>new</t><h><kids><kn>N1</kn></kids><kids><kn>N2</kn></kids><gp>5 6 0 0</gp></h>';

type Row = Readonly<Record<string, unknown>> & { readonly _id: number };

async function dataOf(app: TestApp, uid: string): Promise<Row[]> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?sort={"_id":1}`).expect(200);
  return body.results as Row[];
}

async function namesOfSheets(app: TestApp, uid: string): Promise<Record<string, unknown[]>> {
  const { sheets } = await readXlsx(await downloadExport(app, uid, { type: 'xls' }));
  return Object.fromEntries(sheets.map(({ name, rows }) => [name, rows.slice(1).map(([first]) => first)]));
}

const problemsOf = ({
  assets,
}: {
  assets: readonly { problems: readonly string[]; differences: readonly string[] }[];
}) => assets.flatMap(({ problems, differences }) => [...problems, ...differences]);

describe('moving submissions of several versions', () => {
  let source: TestApp;
  let target: TestApp;
  let asset: AssetJson;
  let v1: string;

  beforeAll(async () => {
    [source, target] = [await startApp({ hasOneProcess: true }), await startApp()];
    for (const app of [source, target]) await app.addUser('owner');
    asset = await makeDeployedAsset(source, { name: 'Homes', content: { survey: V1 } });
    v1 = asset['version_id'] as string;
    await submit(source, asset.uid, { answers: EARLY, version: v1 });
    const path = `/api/v2/assets/${asset.uid}/`;
    await source
      .as('owner')
      .patch(path)
      .send({ content: { survey: V2 } })
      .expect(200);
    const { body } = await source.as('owner').patch(`${path}deployment/`).send({}).expect(200);
    await submit(source, asset.uid, { answers: LATE, version: v1 });
    await submit(source, asset.uid, { answers: NEW, version: body.version_id as string });
  });
  afterAll(async () => {
    await target.stop();
    await source.stop();
  });

  const move = () => migrate(target, source.origin, { token: source.tokenOf('owner') });

  it('keeps repeats of one copy and places of older versions, in lists and exports', async () => {
    const report = await move();
    expect(problemsOf(report)).toEqual([]);
    expect(report.assets[0]!.comparison).toMatchObject({
      visible: {
        source: { answers: 13, places: 3, rows: { 'h/kids': 2, kids: 2 } },
        here: { answers: 13, places: 3, rows: { 'h/kids': 2, kids: 2 } },
      },
      versions: { source: { [v1]: 2 }, here: { [v1]: 2 } },
    });
    expect(await dataOf(target, asset.uid)).toMatchObject([
      { t: 'early', kids: [{ 'kids/kn': 'E1' }], _geolocation: [1, 2] },
      { t: 'late', kids: [{ 'kids/kn': 'L1' }], _geolocation: [3, 4] },
      { t: 'new', 'h/kids': [{ 'h/kids/kn': 'N1' }, { 'h/kids/kn': 'N2' }], _geolocation: [5, 6] },
    ]);
    expect(await namesOfSheets(target, asset.uid)).toEqual(await namesOfSheets(source, asset.uid));
  });

  /** Changes the stored row of a submission, as a faulty mover would have written it. */
  async function breakRow(name: string, change: (row: Record<string, unknown>) => Record<string, unknown>) {
    const [{ id, json } = { id: 0, json: '' }] = await target.rows<{ id: number; json: string }>(
      `SELECT id, json FROM submission WHERE xml LIKE $1`,
      [`%<t>${name}</t>%`],
    );
    const set = (value: string) => target.rows('UPDATE submission SET json = $2 WHERE id = $1', [id, value]);
    await set(JSON.stringify(change(JSON.parse(json) as Record<string, unknown>)));
    return { id, mend: () => set(json) };
  }

  it.each([
    [
      'a repeat of one copy as an object',
      (row: Record<string, unknown>) => ({ ...row, kids: { 'kids/kn': 'L1' } }),
      ['rows of the repeat kids: 1 at the source, 0 here, in submission '],
    ],
    [
      'a repeat of one copy as answers',
      ({ kids: _, ...row }: Record<string, unknown>) => ({ ...row, 'kids/kn': 'L1' }),
      ['rows of the repeat kids: 1 at the source, 0 here, in submission '],
    ],
    [
      'no place',
      (row: Record<string, unknown>) => ({ ...row, _geolocation: [null, null] }),
      ['places: 1 at the source, 0 here, in submission '],
    ],
    [
      'another place',
      (row: Record<string, unknown>) => ({ ...row, _geolocation: [4, 3] }),
      ['places: others here, in submission '],
    ],
    [
      'an answer less',
      ({ t: _, ...row }: Record<string, unknown>) => row,
      ['answers to t: 1 at the source, 0 here, in submission '],
    ],
    [
      'another answer',
      (row: Record<string, unknown>) => ({ ...row, t: 'later' }),
      ['answers to t: others here, in submission '],
    ],
    [
      'an attachment that is not there',
      (row: Record<string, unknown>) => ({ ...row, _attachments: [{ media_file_basename: 'a.jpg' }] }),
      [': its attachments are shown otherwise'],
    ],
    [
      'a validation status',
      (row: Record<string, unknown>) => ({
        ...row,
        _validation_status: { uid: 'validation_status_approved' },
      }),
      [': its validation status is shown otherwise'],
    ],
  ])('names %s that the replica shows', async (_case, change, expected) => {
    const { id, mend } = await breakRow('late', change);
    const report = await move();
    expect(report.equal).toBe(false);
    expect(problemsOf(report)).toEqual(
      expected.map((part) => (part.startsWith(':') ? `submission ${id}${part}` : `${part}${id}`)),
    );
    await mend();
    expect(problemsOf(await move())).toEqual([]);
  });

  it('imports an account whose export tells other versions than the XML names', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'fieldhouse-versions-')), 'owner');
    const importing = await startApp();
    try {
      await importing.addUser('owner');
      await source.rows(`UPDATE submission SET version_uid = NULL`);
      await source.nest.get(AccountExportService, { strict: false }).write('owner', new AccountFolder(path));
      const report = await importing.nest
        .get(MigrationService, { strict: false })
        .run(await FolderSource.open(new AccountFolder(path)), MIGRATION_OPTIONS, NO_OBSERVER);
      expect(problemsOf(report)).toEqual([]);
      expect(await dataOf(importing, asset.uid)).toMatchObject([
        { kids: [{ 'kids/kn': 'E1' }], _geolocation: [1, 2] },
        { kids: [{ 'kids/kn': 'L1' }], _geolocation: [3, 4] },
        { 'h/kids': [{}, {}] },
      ]);
    } finally {
      rmSync(join(path, '..'), { recursive: true });
      await importing.stop();
    }
  });
});

describe('moving from a server that reads every submission by its newest form', () => {
  let kobo: KoboServer;
  let target: TestApp;

  beforeAll(async () => {
    [kobo, target] = [await KoboServer.start(), await startApp()];
    kobo.users.set('token', { username: 'owner' });
    await target.addUser('owner');
    const uuid = '11111111-0000-4000-8000-000000000001';
    const content = (survey: readonly object[]) => ({
      schema: '1',
      survey,
      translations: [null],
      translated: ['label'],
    });
    const labelled = (survey: readonly { label?: unknown }[]) =>
      survey.map((row) => (row.label === undefined ? row : { ...row, label: [row.label] }));
    kobo.assets.push({
      uid: 'aHomes',
      name: 'Homes',
      assetType: 'survey',
      owner: 'owner',
      versions: [
        { uid: 'vFirst', content: content(labelled(V1)), deployed: true },
        { uid: 'vSecond', content: content(labelled(V2)), deployed: true },
      ],
      deployment: { uuid: 'f0f0f0f0aaaa4bbb8cccddddeeeeffff', active: true },
      submissions: [
        {
          id: 7,
          uuid,
          rootUuid: `uuid:${uuid}`,
          submittedBy: 'owner',
          answers: { t: 'late', 'kids/kn': 'L1', gp: '3 4 0 0', __version__: 'vFirst' },
          xml: `<?xml version="1.0"?><aHomes id="aHomes">${LATE}<__version__>vFirst</__version__><meta><instanceID>uuid:${uuid}</instanceID></meta></aHomes>`,
        },
      ],
    });
  });
  afterAll(async () => {
    await target.stop();
    await kobo.stop();
  });

  it('says what the source shows otherwise, as a note', async () => {
    const report = await migrate(target, kobo.origin, { token: 'token' });
    expect(problemsOf(report)).toEqual([]);
    expect(await dataOf(target, 'aHomes')).toMatchObject([
      { kids: [{ 'kids/kn': 'L1' }], _geolocation: [3, 4] },
    ]);
    const prefix = 'Shown otherwise at the source; here read by the version of the form that they name:';
    expect(report.assets[0]!.notes).toEqual([
      `${prefix} rows of the repeat kids: 0 at the source, 1 here, in submission 7`,
      `${prefix} places: 0 at the source, 1 here, in submission 7`,
    ]);
  });

  it('fails if the replica shows it like that', async () => {
    await target.rows(
      `UPDATE submission SET json = replace(json, '"kids":[{"kids/kn":"L1"}]', '"kids/kn":"L1"')`,
    );
    const report = await migrate(target, kobo.origin, { token: 'token' });
    expect(report.equal).toBe(false);
    expect(report.assets[0]!.differences).toEqual([expect.stringContaining('rows of the repeat kids: ')]);
  });
});
