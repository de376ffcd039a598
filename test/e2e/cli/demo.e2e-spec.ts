import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demo } from '../../../src/cli/demo/demo';
import { Environment } from '../../../src/config/environment';
import { PASSWORD, startApp, type TestApp } from '../../support/app';

interface Row {
  readonly _submission_time: string;
  readonly _submitted_by: string;
  readonly _validation_status: { readonly uid?: string };
}

const daysOf = (rows: readonly Row[]) => [
  ...new Set(rows.map(({ _submission_time: time }) => time.slice(0, 10))),
];

describe('demo', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('boss', { superuser: true });
    folder = mkdtempSync(join(tmpdir(), 'demo-'));
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await app.stop();
  });

  async function runDemo(variables: Readonly<Record<string, string>>, ...options: string[]): Promise<void> {
    jest.replaceProperty(process, 'env', { ...process.env, ...variables });
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const args = ['--url', app.origin, '--username', 'boss', '--password', PASSWORD, ...options];
    expect(await demo(args)).toBe(0);
  }

  it('sends everything to the service that it is pointed at, and opens no database', async () => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    await runDemo({ DATA_DIR: dataDir });
    expect(readdirSync(dataDir)).toEqual([]);

    const { body } = await app.as('boss').get('/api/v2/assets/').expect(200);
    const { uid } = (body as { results: { uid: string }[] }).results[0]!;
    const data = await app.as('boss').get(`/api/v2/assets/${uid}/data/`).expect(200);
    const rows = (data.body as { results: Row[] }).results;
    expect(rows).toHaveLength(200);
    expect([...new Set(rows.map((row) => row._submitted_by))].sort()).toEqual(['amina', 'grace', 'joseph']);
    const statuses = rows.map((row) => row._validation_status.uid ?? '');
    expect([...new Set(statuses)].sort()).toEqual([
      '',
      'validation_status_approved',
      'validation_status_not_approved',
      'validation_status_on_hold',
    ]);
    expect(daysOf(rows)).toHaveLength(1);
  });

  it('stores the days before in the database, if asked to', async () => {
    const SECRET_KEY = app.nest.get(Environment).SECRET_KEY!;
    await runDemo({ DATABASE_URL: app.databaseUrl, SECRET_KEY, DATA_DIR: app.dataDir }, '--past');
    const { body } = await app.as('boss').get('/api/v2/assets/?ordering=-date_created').expect(200);
    const { uid } = (body as { results: { uid: string }[] }).results[0]!;
    const data = await app.as('boss').get(`/api/v2/assets/${uid}/data/`).expect(200);
    const rows = (data.body as { results: Row[] }).results;
    expect(rows).toHaveLength(200);
    expect(daysOf(rows).length).toBeGreaterThan(40);
  });
});
