import { UTC } from '../../../src/domain/time-zone';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../ormconfig';
import { BoundedReader } from '../../../src/database/query/bounded-reader';
import type { SelectedSubmissions } from '../../../src/database/query/submission-sql';
import { frequencySql, countsSql } from '../../../src/database/query/report-counts-sql';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

const WHOLE = {
  scope: { assetId: 1, filter: undefined },
  version: { kind: 'all' },
  splitBy: undefined,
} as SelectedSubmissions;

const questions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    index,
    question: {
      name: `q${index}`,
      label: undefined,
      type: '',
      kind: 'value' as const,
      kuid: null,
      places: [{ repeats: [], path: `q${index}` }] as const,
      labels: new Map<string, string>(),
    },
  }));

describe('query plans of reports on large tables', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let reader: BoundedReader;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, { poolSize: 1 }).initialize();
    reader = new BoundedReader(dataSource);
    // Rows of a missing asset; planner statistics claim a hundred thousand.
    await dataSource.query(`
      SET session_replication_role = replica;
      INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, date_submitted, date_modified, answers, json, xml)
      SELECT 1, n, n::text, n::text, '', now(), now(), '{}', '{}', '' FROM generate_series(1, 5000) AS n;
      RESET session_replication_role;
      ANALYZE submission;
      UPDATE pg_class SET reltuples = 100000 WHERE relname LIKE 'submission_p__' AND reltuples > 0`);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const planOf = ({ sql, values }: { sql: string; values: unknown[] }): Promise<string> =>
    reader.read('aggregate', async (query) => {
      await query(`SELECT set_config('min_parallel_table_scan_size', '0', true)`, []);
      const lines = await query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
      return lines.map((line) => line['QUERY PLAN']).join('\n');
    });
  const countsOf = (count: number, isGrouped = false) => {
    const pass = { questions: questions(count), isFirst: true, charts: UTC };
    return planOf(
      countsSql(
        { ...WHOLE, splitBy: isGrouped ? { places: [{ repeats: [], path: 'q99' }] as const } : undefined },
        pass,
      ),
    );
  };
  const HALVES = /Gather[^]*Workers Planned: 2[^]*Parallel Append[^]*Aggregate[^]*Aggregate/;

  it.each([
    [16, false],
    [16, true],
    [60, false],
    [60, true],
  ])('counts %i columns in two processes (grouped: %s)', async (count, isGrouped) => {
    const plan = await countsOf(count, isGrouped);
    expect(plan).toMatch(HALVES);
    expect(plan.match(/Gather/g)).toHaveLength(1);
  });

  it('counts few columns in one process, which reads every submission once', async () => {
    const plan = await countsOf(15);
    expect(plan).not.toMatch(/Parallel Append/);
    expect(plan.match(/Scan (using \S+ )?on submission_p/g)).toHaveLength(1);
  });

  it('hashes texts in two processes', async () => {
    const selected = questions(2).map((each) => ({ ...each, atMost: undefined, seemsUnique: true }));
    expect(await planOf(frequencySql(WHOLE, selected, '1'))).toMatch(
      /Workers Planned: 2[^]*Partial Aggregate/,
    );
  });
});
