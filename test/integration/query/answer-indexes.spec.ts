import { pageSql } from '../../../src/database/query/page-rows-sql';
import { readSubmissionQuery, scopeOf, narrowScope } from '../../../src/domain/query/submission-scope';
import type { ReadAccess } from '../../../src/modules/submission/read/submission.service';
import { AnswerIndexService } from '../../../src/modules/submission/read/answer-index.service';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';
import { withClient } from '../../support/test-database';

const ROWS = 4_000;
const SLOW_MS = 1_000;

describe('indexes on answers', () => {
  let app: TestApp;
  let survey: AssetJson;
  let assetId: number;
  let indexes: AnswerIndexService;

  beforeAll(async () => {
    // Without jobs: the one that maintains indexes drops those of small forms every five minutes.
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    indexes = app.nest.get(AnswerIndexService);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    survey = await makeDeployedAsset(app);
    [{ id: assetId }] = (await app.rows<{ id: number }>('SELECT id FROM asset WHERE uid = $1', [
      survey.uid,
    ])) as [{ id: number }];
    await app.rows(
      `INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, date_submitted, date_modified, answers, json, xml)
       SELECT $1, nextval('submission_id_seq'), n::text, n::text, '', now(), now(),
              jsonb_build_object('village', 'v' || n % 1000, 'a/depth', (n % 1000)::text, 'story', repeat(n::text, 3000)), '{}', ''
         FROM generate_series(1, $2::int) n`,
      [assetId, ROWS],
    );
  });
  afterEach(() => app.rows('DELETE FROM asset WHERE id = $1', [assetId]).then(() => indexes.maintain(0)));

  const scopeFor = (query: object) =>
    narrowScope(
      scopeOf({ assetId, filter: undefined } as unknown as ReadAccess),
      readSubmissionQuery(JSON.stringify(query), (path) => path === 'a/depth'),
    );
  /** Notes that a filter was slow. */
  const note = (query: object, elapsedMs = SLOW_MS) =>
    indexes.noteIfSlow(scopeFor(query), { by: [], descending: false }, elapsedMs);
  const listIndexes = async () =>
    (
      await app.rows<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relname LIKE 'answers\\_${assetId}\\_%' ORDER BY 1`,
      )
    ).map(({ name }) => name);
  /** Plan and matches of the statement that finds a page. */
  const find = async (query: object): Promise<{ plan: string; ids: string[] }> => {
    const order = { by: [], descending: false };
    const { rows, parameters } = pageSql(scopeFor(query), { limit: 100, order, after: undefined, start: 0 });
    // Refers to the parameters of limit and start.
    const sql = `SELECT id FROM (${rows}) AS found WHERE $2::int IS NOT NULL AND $3::bigint IS NOT NULL ORDER BY id`;
    const plan = await app.rows<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, parameters.values);
    const found = await app.rows<{ id: string }>(sql, parameters.values);
    return { plan: plan.map((line) => line['QUERY PLAN']).join('\n'), ids: found.map(({ id }) => id) };
  };

  it.each<[string, object, number]>([
    ['a text', { village: 'v7' }, 4],
    ['one of several texts', { village: { $in: ['v7', 'v8', 'nowhere'] } }, 8],
    ['a range of texts', { village: { $gte: 'v990', $lte: 'v994' } }, 20],
    ['a number', { 'a/depth': 7 }, 4],
    ['a range of numbers', { 'a/depth': { $gt: 995, $lt: 1e6 } }, 16],
    ['either of two questions', { $or: [{ village: 'v7' }, { 'a/depth': 8 }] }, 8],
  ])('are used by a filter on %s', async (_, query, count) => {
    const { plan, ids } = await find(query);
    expect(plan).not.toContain(`answers_${assetId}_`);
    expect(ids).toHaveLength(count);
    await note(query);
    await indexes.maintain(0);
    const indexed = await find(query);
    expect(indexed.plan).toContain(`answers_${assetId}_`);
    expect(indexed.plan).not.toContain('Seq Scan');
    expect(indexed.ids).toEqual(ids);
  });

  it('are not used by a filter that most submissions pass', async () => {
    const query = { village: { $gte: 'v1' } };
    await note(query);
    await indexes.maintain(0);
    expect((await find(query)).plan).not.toContain(`answers_${assetId}_`);
    expect((await find({ village: 'v1' })).plan).toContain(`answers_${assetId}_`);
  });

  it('are built for slow filters of large forms only', async () => {
    await note({ village: 'v7' }, 100);
    await indexes.maintain(0);
    expect(await listIndexes()).toEqual([]);
    await note({ village: 'v7' });
    await indexes.maintain();
    expect(await listIndexes()).toEqual([]);
    await indexes.maintain(0);
    expect(await listIndexes()).toHaveLength(1);
  });

  it('are built for answered questions only, twelve at most', async () => {
    await note(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`question${n}`, 'x'])));
    await indexes.maintain(0);
    expect(await listIndexes()).toEqual([]);
    await app.rows(
      `UPDATE submission SET answers = answers || $2 WHERE asset_id = $1
          AND id = (SELECT max(id) FROM submission WHERE asset_id = $1)`,
      [
        assetId,
        JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`question${n}`, 'x']))),
      ],
    );
    await note(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`question${n}`, 'x'])));
    await indexes.maintain(0);
    expect(await listIndexes()).toHaveLength(12);
  });

  it('hold long answers', async () => {
    await note({ story: '7'.repeat(150) });
    await indexes.maintain(0);
    await app.rows(
      `UPDATE submission SET answers = jsonb_build_object('story', repeat('😀', 100000)) WHERE asset_id = $1 AND uuid = '1'`,
      [assetId],
    );
    expect((await find({ story: '7'.repeat(150) })).ids).toHaveLength(0);
    expect((await find({ story: { $gte: '😀' } })).ids).toHaveLength(1);
    expect(await listIndexes()).toHaveLength(1);
  });

  it('are dropped a month after their last use, and with their project', async () => {
    await note({ village: 'v7', 'a/depth': 7 });
    await indexes.maintain(0);
    expect(await listIndexes()).toHaveLength(2);
    await app.rows(`UPDATE answer_index SET last_used = current_date - 40 WHERE path = 'village'`);
    await indexes.maintain(0);
    const rest = await listIndexes();
    expect(rest).toHaveLength(1);
    expect((await find({ 'a/depth': 7 })).plan).toContain(rest[0]);
    await app.rows('DELETE FROM asset WHERE id = $1', [assetId]);
    await indexes.maintain(0);
    expect(await listIndexes()).toEqual([]);
  });

  it('stay while filters use them', async () => {
    await note({ village: 'v7' });
    await indexes.maintain(0);
    await withClient(app.databaseUrl, async (client) => {
      const { plan } = await find({ village: 'v7' });
      expect(plan).toContain(`answers_${assetId}_`);
      await client.query('SET enable_seqscan = off');
      await client.query(
        `SELECT id FROM submission WHERE asset_id = ${assetId} AND left(CASE jsonb_typeof((answers -> 'village'::text)) WHEN 'string' THEN (answers -> 'village'::text) #>> '{}' END, 200) COLLATE "C" = 'v7'`,
      );
      await client.query('SELECT pg_stat_force_next_flush()');
    });
    await app.rows('UPDATE answer_index SET last_used = current_date - 40');
    await indexes.maintain(0);
    expect(await listIndexes()).toHaveLength(1);
  });

  it('replace one whose build failed', async () => {
    await note({ village: 'v7' });
    await indexes.maintain(0);
    const [name] = await listIndexes();
    await app.rows('UPDATE pg_index SET indisvalid = false WHERE indexrelid = $1::regclass', [name]);
    await indexes.maintain(0);
    expect((await find({ village: 'v7' })).plan).toContain(name);
  });
});
