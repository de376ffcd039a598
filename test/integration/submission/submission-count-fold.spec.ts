import { Clock } from '../../../src/config/clock';
import { SubmissionCountService } from '../../../src/modules/submission/intake/submission-count.service';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Random, testSeed } from '../../fixtures/random';

const TODAY = Date.parse('2026-03-01T12:00:00Z');
const DAY_MS = 86_400_000;
const DAYS = 3650;
const SLOTS = 8;

let app: TestApp;
let survey: AssetJson;
let now = TODAY;

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  await app.addUser('owner');
  survey = await makeDeployedAsset(app);
  jest.spyOn(app.nest.get(Clock), 'now').mockImplementation(() => new Date(now));
});
afterAll(() => app.stop());

const fold = () => app.nest.get(SubmissionCountService).fold();
const asset = (below: string): string => `/api/v2/assets/${survey.uid}/${below}`;
const idOf = (uid: string): string => `(SELECT id FROM asset WHERE uid = '${uid}')`;

async function readCounts(uid: string) {
  const owner = app.as('owner');
  const base = `/api/v2/assets/${uid}/`;
  const [counts, data, shown] = await Promise.all([
    owner.get(`${base}counts/?days=99999`).expect(200),
    owner.get(`${base}data/?limit=1`).expect(200),
    owner.get(base).expect(200),
  ]);
  const { daily_submission_counts: daily, total_submission_count: total } = counts.body as {
    daily_submission_counts: Record<string, number>;
    total_submission_count: number;
  };
  return {
    daily,
    total,
    sum: Object.values(daily).reduce((one, other) => one + other, 0),
    count: (data.body as { count: number }).count,
    shown: (shown.body as AssetJson).deployment__submission_count as number,
    last: (shown.body as AssetJson).deployment__last_submission_time as string | null,
  };
}

describe('folded submission counts', () => {
  it('stay exact with deletions on folded days and new submissions', async () => {
    const random = new Random(testSeed());
    const stored: { uuid: string; day: string }[] = [];
    for (let step = 0; step < 40; step += 1) {
      if (stored.length > 3 && random.chance(0.3)) {
        const [removed] = stored.splice(random.between(0, stored.length - 1), 1);
        await app
          .as('owner')
          .delete(asset(`data/${removed!.uuid}/`))
          .expect(204);
      } else {
        stored.push({ uuid: await submit(app, survey.uid), day: new Date(now).toISOString().slice(0, 10) });
      }
      if (random.chance(0.4)) now += DAY_MS;
      if (random.chance(0.3)) await fold();
      const expected: Record<string, number> = {};
      for (const { day } of stored) expected[day] = (expected[day] ?? 0) + 1;
      const { last: _last, ...found } = await readCounts(survey.uid);
      const size = stored.length;
      expect(found).toEqual({ daily: expected, total: size, sum: size, count: size, shown: size });
    }
    const [sums] = await app.rows<{ folded: number; total: number }>(
      `SELECT (SELECT coalesce(sum(submissions), 0)::int FROM submission_tally WHERE slot < 0) AS folded,
              (SELECT coalesce(sum(submissions), 0)::int FROM submission_total) AS total`,
    );
    expect(sums!.total).toBe(sums!.folded);
  });

  it('are read from as few rows after ten years as on the first day', async () => {
    const { uid } = await makeDeployedAsset(app);
    const last = new Date(now - DAY_MS).toISOString();
    await app.rows(
      `INSERT INTO submission_tally (asset_id, day, slot, submissions, last_submitted)
       SELECT ${idOf(uid)}, $1::date - ago, slot, 1 + slot % 3, $2::timestamptz - ago * interval '1 day'
         FROM generate_series(1, ${DAYS}) AS ago, generate_series(0, ${SLOTS - 1}) AS slot`,
      [new Date(now).toISOString().slice(0, 10), last],
    );
    await submit(app, uid);
    const before = await readCounts(uid);
    await fold();
    expect(await readCounts(uid)).toEqual(before);
    const [rows] = await app.rows<{ open: number; folded: number }>(
      `SELECT count(*) FILTER (WHERE slot >= 0)::int AS open, count(*) FILTER (WHERE slot < 0)::int AS folded
         FROM submission_tally WHERE asset_id = ${idOf(uid)}`,
    );
    expect(rows).toEqual({ open: SLOTS + 1, folded: DAYS - 1 });
  });

  it('are exact during folding', async () => {
    const { uid } = await makeDeployedAsset(app);
    await app.rows(
      `INSERT INTO submission_tally (asset_id, day, slot, submissions)
       SELECT ${idOf(uid)}, $1::date - ago, 0, 1 FROM generate_series(1, 500) AS ago`,
      [new Date(now).toISOString().slice(0, 10)],
    );
    const seen = new Set<number>();
    const state = { isFolded: false };
    const reading = (async () => {
      while (!state.isFolded) seen.add((await readCounts(uid)).total);
    })();
    await Promise.all([fold(), fold()]);
    state.isFolded = true;
    await reading;
    seen.add((await readCounts(uid)).total);
    expect([...seen]).toEqual([500]);
  });
});
