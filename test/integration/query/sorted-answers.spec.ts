import { pageSql } from '../../../src/database/query/page-rows-sql';
import { readSubmissionOrder, type SubmissionCursor } from '../../../src/domain/query/submission-order';
import { scopeOf } from '../../../src/domain/query/submission-scope';
import { AnswerIndexService } from '../../../src/modules/submission/read/answer-index.service';
import { SubmissionPageRepository } from '../../../src/modules/submission/read/submission-page.repository';
import { SubmissionReadRepository } from '../../../src/modules/submission/read/submission-read.repository';
import type { ReadAccess } from '../../../src/modules/submission/read/submission.service';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';

const ROWS = 4_000;
/** Texts and numbers of 7 and of many different answers, missing ones, and some that are no number or no text. */
const ANSWERS = `jsonb_strip_nulls(jsonb_build_object(
  'few', CASE WHEN n % 5 > 0 THEN 'v' || n * 31 % 7 END,
  'many', CASE WHEN n % 50 > 0 THEN 'é' || n * 7919 % 3001 END,
  'number', CASE n % 40 WHEN 0 THEN 'unknown' WHEN 1 THEN NULL ELSE (n * 31 % 11 - 5)::text || '.5' END,
  'list', CASE WHEN n % 9 = 0 THEN '[1]'::jsonb ELSE to_jsonb('x'::text) END))`;

describe('submissions sorted by an answer', () => {
  let app: TestApp;
  let survey: AssetJson;
  let assetId: number;
  let indexes: AnswerIndexService;
  let pages: SubmissionPageRepository;
  let reads: SubmissionReadRepository;

  beforeAll(async () => {
    // Without jobs: the one that maintains indexes drops those of small forms every five minutes.
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    indexes = app.nest.get(AnswerIndexService);
    pages = app.nest.get(SubmissionPageRepository);
    reads = app.nest.get(SubmissionReadRepository);
    survey = await makeDeployedAsset(app);
    const [asset] = await app.rows<{ id: number }>('SELECT id FROM asset WHERE uid = $1', [survey.uid]);
    assetId = asset!.id;
    await app.rows(
      `INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, date_submitted, date_modified, answers, json, xml)
       SELECT $1, nextval('submission_id_seq'), n::text, n::text, '', now(), now(), ${ANSWERS}, '{}', ''
         FROM generate_series(1, $2::int) n`,
      [assetId, ROWS],
    );
    await app.rows(
      `INSERT INTO submission_total (asset_id, submissions, last_submitted) VALUES ($1, $2, now())`,
      [assetId, ROWS],
    );
    await app.rows('ANALYZE submission');
  });
  afterAll(() => app.stop());

  const scope = () => scopeOf({ assetId, filter: undefined } as unknown as ReadAccess);
  const orderOf = (sort: object) => readSubmissionOrder(JSON.stringify(sort));
  const page = (sort: object, start: number, limit: number, after?: SubmissionCursor) =>
    pages.find(scope(), { order: orderOf(sort), start, limit, after });

  /** All ids by pages of a cursor. */
  async function walk(sort: object, limit: number): Promise<number[]> {
    const ids: number[] = [];
    let after: SubmissionCursor | undefined;
    do {
      const { page: found, count } = await page(sort, 0, limit, after);
      expect(count).toBe(ROWS);
      ids.push(...found.ids);
      after = found.nextCursor;
    } while (after !== undefined && ids.length <= ROWS);
    return ids;
  }

  const SORTS = [
    ...['few', 'many', 'list'].flatMap((answer) => [1, -1].map((direction) => ({ [answer]: direction }))),
    ...[1, -1].map((number) => ({ number: { number } })),
  ].flatMap((sort) => [sort, { ...sort, _id: -1 }]);

  it('have the same order with an index, and in pages by cursor or start, and neighbours', async () => {
    const expected = new Map<object, number[]>();
    for (const sort of SORTS) expected.set(sort, [...(await page(sort, 0, ROWS)).page.ids]);
    for (const sort of SORTS) await indexes.noteIfSlow(scope(), orderOf(sort), 1_000);
    await indexes.maintain(0);
    const built = await app.rows(`SELECT FROM pg_class WHERE relname LIKE 'answers\\_${assetId}\\_%'`);
    expect(built).toHaveLength(4);
    for (const sort of SORTS) {
      const ids = expected.get(sort)!;
      expect(new Set(ids).size).toBe(ROWS);
      expect(await walk(sort, 157)).toEqual(ids);
      for (const start of [0, 1, 799, 800, ROWS - 3, ROWS, ROWS + 5])
        expect((await page(sort, start, 10)).page.ids).toEqual(ids.slice(start, start + 10));
      for (const at of [0, 1, 400, 799, 800, 801, 2_000, ROWS - 1])
        expect(await reads.findNeighbours(scope(), orderOf(sort), ids[at]!)).toEqual({
          previous: ids[at - 1],
          next: ids[at + 1],
        });
    }
  });

  it.each(SORTS)('read the index only up to the end of the page: %j', async (sort) => {
    const order = orderOf(sort);
    const first = await page(sort, 0, 2_000);
    for (const after of [undefined, first.page.nextCursor]) {
      const sql = pageSql(scope(), { order, limit: 20, start: 0, after });
      const plan = await app.rows<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${sql.selectPage(`(${sql.rowsByAnswer()})`)}`,
        sql.parameters.values,
      );
      const lines = plan.map((line) => line['QUERY PLAN']);
      const scans = lines.filter((line) => line.includes(' on submission_p'));
      for (const scan of scans) expect(scan).toMatch(/Index Scan( Backward)? using answers_/);
      const rows = lines.flatMap((line) => /actual rows=(\d+)/.exec(line)?.[1] ?? []).map(Number);
      expect(Math.max(...rows)).toBeLessThanOrEqual(3 * 21);
    }
  });

  it('are noted when a page is slow, unless they sort by time or twice', async () => {
    const noted = async (sort: object) => {
      await app.rows('DELETE FROM answer_index');
      await indexes.noteIfSlow(scope(), orderOf(sort), 1_000);
      return app.rows('SELECT path, kind FROM answer_index');
    };
    expect(await noted({ few: 1 })).toEqual([{ path: 'few', kind: 'text' }]);
    expect(await noted({ number: { number: -1 } })).toEqual([{ path: 'number', kind: 'double' }]);
    expect(await noted({ few: { time: 1 } })).toEqual([]);
    expect(await noted({ few: 1, many: 1 })).toEqual([]);
    expect(await noted({ _submission_time: 1 })).toEqual([]);
  });
});
