import type { SubmissionCursor } from '../../../src/domain/query/submission-order';
import {
  narrowScope,
  readSubmissionQuery,
  scopeOf,
  type SubmissionScope,
} from '../../../src/domain/query/submission-scope';
import { MatchCountRepository } from '../../../src/database/summary/match-count.repository';
import { SubmissionPageRepository } from '../../../src/modules/submission/read/submission-page.repository';
import { AnswerIndexService } from '../../../src/modules/submission/read/answer-index.service';
import type { ReadAccess } from '../../../src/modules/submission/read/submission.service';
import { SUMMARY_LIMITS } from '../../../src/database/summary/summary.repository';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { textsDuring } from '../../support/statement-tap';

const ROWS = 300;
/** Ids of the first and last are ten parts apart. */
const ID_STEP = 1_000;
const ORDERS = [false, true].map((descending) => ({ by: [], descending }));

describe('counted matches of slow filters', () => {
  let app: TestApp;
  let uid: string;
  let assetId: number;
  let pages: SubmissionPageRepository;
  let counts: MatchCountRepository;

  beforeAll(async () => {
    SUMMARY_LIMITS.minSubmissions = 0;
    app = await startApp({ hasOneProcess: true });
    await app.addUser('owner');
    pages = app.nest.get(SubmissionPageRepository);
    counts = app.nest.get(MatchCountRepository);
    ({ uid } = await makeDeployedAsset(app));
    const [asset] = await app.rows<{ id: number }>('SELECT id FROM asset WHERE uid = $1', [uid]);
    assetId = asset!.id;
    await app.rows(
      `INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, date_submitted, date_modified, answers, json, xml)
       SELECT $1, n * ${ID_STEP}, n::text, n::text, '', now(), now(), jsonb_build_object('person/name', 'n' || n * 31 % 7), '{}', ''
         FROM generate_series(1, $2::int) n`,
      [assetId, ROWS],
    );
    await app.rows(`SELECT setval('submission_id_seq', $1)`, [(ROWS + 1) * ID_STEP]);
  });
  afterAll(() => app.stop());

  const scopeFor = (query: object) =>
    narrowScope(
      scopeOf({ assetId, filter: undefined } as unknown as ReadAccess),
      readSubmissionQuery(JSON.stringify(query), () => false),
    );
  const QUERY = { 'person/name': { $in: ['n1', 'n2'] } };
  const isCounted = async (scope: SubmissionScope) => {
    const position = { order: ORDERS[0]!, start: 0, limit: 1, after: undefined };
    return (await counts.seek(scope, position, () => Promise.resolve(null))) !== undefined;
  };
  const find = async (
    order: (typeof ORDERS)[number],
    start: number,
    limit: number,
    after?: SubmissionCursor,
  ) => {
    const { count, page } = await pages.find(scopeFor(QUERY), { order, start, limit, after });
    return { count, ids: page.ids, next: page.nextCursor };
  };
  const readAll = async () => {
    const found: unknown[] = [];
    for (const order of ORDERS) {
      for (const [start, limit] of [
        [0, 10],
        [0, 1_000],
        [13, 7],
        [84, 5],
        [ROWS, 5],
        [0, 0],
      ] as const) {
        const page = await find(order, start, limit);
        found.push(page, page.next === undefined ? undefined : await find(order, 0, limit, page.next));
      }
    }
    return found;
  };

  it('lead to the pages that reading all submissions finds, also after changes', async () => {
    const expected = await readAll();
    await counts.build(scopeFor(QUERY), ORDERS[0]!);
    expect(await readAll()).toEqual(expected);

    const before = await find(ORDERS[0]!, 0, 1_000);
    await submit(app, uid, { answers: '<person><name>n1</name></person>' });
    await app.as('owner').delete(`/api/v2/assets/${uid}/data/${before.ids[20]!}/`).expect(204);
    await submit(app, uid, { answers: '<person><name>n3</name></person>' });
    const after = await find(ORDERS[0]!, 0, 1_000);
    expect(after.count).toBe(before.count);
    expect(after.ids).toHaveLength(before.count);
    expect(after.ids.slice(0, -1)).toEqual(before.ids.filter((_, index) => index !== 20));
  });

  it('are read with the summary, in one statement', async () => {
    await find(ORDERS[0]!, 0, 10);
    const texts = await textsDuring(() => find(ORDERS[0]!, 0, 10));
    expect(texts).toEqual([
      expect.stringMatching(/^BEGIN/),
      expect.stringContaining('WITH stored'),
      expect.stringContaining('string_agg'),
      'ROLLBACK',
    ]);
  });

  it('are not needed: another process may have deleted them', async () => {
    const expected = await readAll();
    await app.rows('DELETE FROM submission_summary');
    expect(await readAll()).toEqual(expected);
  });

  it('are not made again', async () => {
    const scope = scopeFor({ 'person/name': 'n6' });
    await counts.build(scope, ORDERS[0]!);
    expect(await isCounted(scope)).toBe(true);
    expect(await textsDuring(() => counts.build(scope, ORDERS[0]!))).toEqual([]);
  });

  it('are made for regular expressions, and complete by several pages', async () => {
    const order = { by: [], descending: false };
    const scope = scopeFor({ 'person/name': { $regex: 'n[12]' } });
    const expected = await pages.find(scope, { order, start: 0, limit: 5, after: undefined });
    await counts.build(scope, order);
    expect(await isCounted(scope)).toBe(true);
    await app.rows('DELETE FROM submission_summary_part');
    const find = () => pages.find(scope, { order, start: 0, limit: 5, after: undefined });
    await expect(find()).rejects.toThrow('takes too long');
    await expect(find()).rejects.toThrow('takes too long');
    const { count, page } = await find();
    expect(count).toBe(expected.count);
    expect(page.ids).toEqual(expected.page.ids);
  });

  it('are made at once for a slow page, and for one that takes some time when it is requested again', async () => {
    const service = app.nest.get(AnswerIndexService);
    const order = ORDERS[0]!;
    const building = jest.spyOn(counts, 'build').mockResolvedValue();
    const countAfter = async (name: string, ...elapsed: readonly number[]): Promise<number> => {
      building.mockClear();
      for (const ms of elapsed) await service.noteIfSlow(scopeFor({ 'person/name': name }), order, ms);
      return building.mock.calls.length;
    };
    expect(await countAfter('n3', 101)).toBe(1);
    expect(await countAfter('n4', 50)).toBe(0);
    expect(await countAfter('n4', 50)).toBe(1);
    expect(await countAfter('n5', 5, 5)).toBe(0);
    building.mockRestore();
  });

  it('are not made for times, all submissions, and expressions that cannot be read', async () => {
    const order = { by: [], descending: false };
    const unreadable = scopeFor({ 'person/name': { $regex: 'n[2-1]' } });
    await counts.build(unreadable, order).catch(() => undefined);
    expect(await isCounted(unreadable)).toBe(false);
    for (const query of [{ _submission_time: { $gt: '2020' } }, {}]) {
      await counts.build(scopeFor(query), order);
      expect(await isCounted(scopeFor(query))).toBe(false);
    }
    const other = scopeFor({ 'person/name': 'n5' });
    await counts.build(other, order);
    expect(await isCounted(other)).toBe(true);
  });
});
