import { SubmissionCountService } from '../../../src/modules/submission/intake/submission-count.service';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { Random, testSeed } from '../../fixtures/random';
import { startApp, type TestApp } from '../../support/app';
import { countQueries } from '../../support/query-count';

/** More than are sorted by id at once. */
const ROWS = 24_000;
const TEXT = `to_char(date_submitted AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`;

describe('a filter by the time of submission', () => {
  let app: TestApp;
  let uid: string;
  let assetId: number;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
    await submit(app, uid);
    [{ assetId }] = (await app.rows<{ assetId: number }>('SELECT asset_id AS "assetId" FROM submission')) as [
      { assetId: number },
    ];
    // Ten days, half of them in the order of ids, half in none; every fifth at a full hour.
    await app.rows(
      `INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, version_uid, date_submitted, date_modified,
                               answers, json, xml)
       SELECT asset_id, n + id, gen_random_uuid(), gen_random_uuid(), xml_hash, version_uid,
              date_trunc(CASE WHEN n % 5 = 0 THEN 'hour' ELSE 'milliseconds' END,
                '2026-01-01T00:00:00Z'::timestamptz + interval '10 days' *
                  CASE WHEN n % 2 = 0 THEN n / $2::float8 ELSE abs(sin(n)) END),
              now(), '{}', '{"_id":' || n + id || '}', ''
         FROM submission, generate_series(1, $2::int) n WHERE asset_id = $1`,
      [assetId, ROWS],
    );
    await app.rows(
      `INSERT INTO submission_tally
       SELECT asset_id, (date_submitted AT TIME ZONE 'UTC')::date, id % 8, count(*), max(date_submitted), min(id), max(id)
         FROM submission WHERE date_submitted < '2026-02-01' GROUP BY 1, 2, 3`,
    );
    await app.nest.get(SubmissionCountService).fold();
    const ids = await app.rows<{ id: string }>(`SELECT id FROM submission WHERE id % 1000 = 3`);
    await app
      .as('owner')
      .delete(`/api/v2/assets/${uid}/data/bulk/`)
      .send({ payload: { submission_ids: ids.map(({ id }) => Number(id)) } })
      .expect(200);
  });
  afterAll(() => app.stop());

  const operators = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=', $eq: '=' } as const;

  /** Parameter `sort`, and what it means. */
  const orders = {
    '': 'id',
    '{"_id":-1}': 'id DESC',
    '{"_submission_time":1}': `${TEXT} COLLATE "C", id`,
    '{"_submission_time":-1}': `${TEXT} COLLATE "C" DESC, id`,
    '{"_submission_time":-1,"_id":-1}': `${TEXT} COLLATE "C" DESC, id DESC`,
  } as const;
  type Sort = keyof typeof orders;
  const sorts = Object.keys(orders) as Sort[];

  const expectPage = async (
    conditions: Partial<Record<keyof typeof operators, string>>,
    { start, sort }: { start: number; sort: Sort },
  ): Promise<void> => {
    const found = await app
      .as('owner')
      .get(`/api/v2/assets/${uid}/data/`)
      .query({
        query: JSON.stringify({ _submission_time: conditions }),
        fields: '["_id"]',
        limit: 30,
        start,
        ...(sort !== '' && { sort }),
      })
      .expect(200);
    const where = Object.entries(conditions).map(
      ([operator, text]) =>
        `${TEXT} COLLATE "C" ${operators[operator as keyof typeof operators]} '${text}' COLLATE "C"`,
    );
    const rows = await app.rows<{ id: string }>(
      `SELECT id FROM submission WHERE asset_id = $1 AND ${where.join(' AND ')}
        ORDER BY ${orders[sort]} OFFSET $2 LIMIT 30`,
      [assetId, start],
    );
    const [total] = await app.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM submission WHERE asset_id = $1 AND ${where.join(' AND ')}`,
      [assetId],
    );
    expect({ conditions, start, sort, count: found.body.count }).toEqual({
      conditions,
      start,
      sort,
      count: total!.count,
    });
    expect((found.body.results as { _id: number }[]).map(({ _id }) => _id)).toEqual(
      rows.map(({ id }) => Number(id)),
    );
  };

  it.each([
    { $gt: '2025' },
    { $lt: '2030' },
    { $gte: '2026-01-03' },
    { $lte: '2026-01-07T23:59:59' },
    { $gt: '2026-01-02T07:30:00', $lt: '2026-01-09T12:00:00' },
    { $gt: '2026-01-05T01:00:00', $lt: '2026-01-05T22:00:00' },
    { $gt: '2026-01-05T22:00:00', $lt: '2026-01-06T01:00:00' },
    { $gte: '2026-01-05', $lt: '2026-01-06' },
    { $gt: '2026-01-06', $lt: '2026-01-05' },
    { $eq: '2026-01-05T12:00:00' },
    { $gt: '' },
    { $lt: 'x' },
    { $gte: '9999-12-31T12:00:00' },
  ])('%j counts and lists as a comparison of the text', async (conditions) => {
    for (const sort of sorts) {
      for (const start of [0, 700, 11_000]) await expectPage(conditions, { start, sort });
    }
  });

  it('counts and lists random times', async () => {
    const random = new Random(testSeed());
    const time = (): string =>
      new Date(Date.parse('2025-12-31T12:00:00Z') + random.between(0, 11 * 24 * 3600) * 1000)
        .toISOString()
        .slice(0, random.pick([10, 13, 19]));
    for (let round = 0; round < 40; round += 1) {
      const [from, until] = [time(), time()].sort() as [string, string];
      const sort = random.pick(sorts);
      await expectPage(random.chance(0.3) ? { $gt: from } : { $gte: from, $lt: until }, {
        start: random.pick([0, 0, 25, 4_000]),
        sort,
      });
    }
  });

  it.each(
    sorts.flatMap((sort) =>
      ['{}', '{"_submission_time":{"$gt":"2026-01-02"}}'].map((query) => ({ sort, query })),
    ),
  )('has pages after cursors that contain each match once: $query, $sort', async ({ sort, query }) => {
    const seen: number[] = [];
    const parameters = new URLSearchParams({
      query,
      fields: '["_id"]',
      limit: '1000',
      ...(sort !== '' && { sort }),
    });
    let path: string | null = `/api/v2/assets/${uid}/data/?${parameters.toString()}`;
    let count = 0;
    while (path !== null) {
      const { body }: { body: { count: number; next: string | null; results: { _id: number }[] } } = await app
        .as('owner')
        .get(path)
        .expect(200);
      ({ count } = body);
      seen.push(...body.results.map(({ _id }) => _id));
      const next: URL | null = body.next === null ? null : new URL(body.next);
      path = next && next.pathname + next.search;
    }
    expect([seen.length, new Set(seen).size]).toEqual([count, count]);
    const ordered = await app.rows<{ id: string }>(
      `SELECT id FROM submission WHERE asset_id = $1 AND ${query === '{}' ? 'true' : `${TEXT} > '2026-01-02'`}
        ORDER BY ${orders[sort]}`,
      [assetId],
    );
    expect(seen).toEqual(ordered.map(({ id }) => Number(id)));
  });

  it('begins at the first match if ids are in the order of times', async () => {
    const { uid: ordered } = await makeDeployedAsset(app);
    for (let round = 0; round < 3; round += 1) await submit(app, ordered);
    const [{ asset }] = (await app.rows<{ asset: number }>('SELECT id AS asset FROM asset WHERE uid = $1', [
      ordered,
    ])) as [{ asset: number }];
    await app.rows(
      `INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, date_submitted, date_modified, answers, json, xml)
       SELECT $1, id, gen_random_uuid(), gen_random_uuid(), '', now() + interval '10 days' * n / $2::float8, now(), '{}',
              '{"_id":' || id || '}', ''
         FROM (SELECT nextval('submission_id_seq') AS id, n FROM generate_series(1, $2::int) n) AS numbered`,
      [asset, ROWS],
    );
    await app.rows(
      `INSERT INTO submission_tally
       SELECT asset_id, (date_submitted AT TIME ZONE 'UTC')::date, 99, count(*), max(date_submitted), min(id), max(id)
         FROM submission WHERE asset_id = $1 AND date_submitted >= now() GROUP BY 1, 2`,
      [asset],
    );
    const daysLater = (days: number): string =>
      new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 19);
    const read = (query: object, sort = '{"_id":1}') =>
      countQueries(app, async (inProcess) => {
        const { body } = await inProcess
          .as('owner')
          .get(`/api/v2/assets/${ordered}/data/`)
          .query({ query: JSON.stringify(query), sort, fields: '["_id"]', limit: 30 })
          .expect(200);
        expect(body.count).toBeGreaterThan(10_000);
        expect(body.results).toHaveLength(30);
      });
    await read({ _submission_time: { $gt: '2000' } });
    expect(await read({ _submission_time: { $gt: daysLater(4) } })).toBe(
      await read({ _submission_time: { $gt: '2000' } }),
    );
    expect(await read({ _submission_time: { $lt: daysLater(6) } }, '{"_id":-1}')).toBe(
      await read({ _submission_time: { $gt: '2000' } }, '{"_id":-1}'),
    );
  });

  it('has no submission with an id beyond the bounds of its day', async () => {
    await Promise.all(Array.from({ length: 5 }, () => submit(app, uid)));
    const days = await app.rows<{ first: string; last: string; from: string; to: string }>(
      `SELECT min(s.id) AS first, max(s.id) AS last, min(t.first_id) AS from, max(t.last_id) AS to
         FROM submission s JOIN submission_tally t
           ON t.asset_id = s.asset_id AND t.day = (s.date_submitted AT TIME ZONE 'UTC')::date
        GROUP BY t.asset_id, t.day`,
    );
    expect(days.length).toBeGreaterThan(10);
    for (const { first, last, from, to } of days) {
      expect(Number(from)).toBeGreaterThan(0);
      expect(Number(from)).toBeLessThanOrEqual(Number(first));
      expect(Number(to)).toBeGreaterThanOrEqual(Number(last));
      expect(Number(to)).toBeLessThan(Number.MAX_SAFE_INTEGER);
    }
  });
});
