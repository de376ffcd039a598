import type { Test } from 'supertest';
import { makeDeployedAsset } from '../factories/asset.factory';
import { submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { Random, testSeed } from '../fixtures/random';

const LONG = process.env['TEST_PROFILE'] === 'long';
const PERMANENT = LONG ? 2_000 : 60;
const PAGE = LONG ? 100 : 5;
const WRITERS = 4;
/** Limit per writer, so that readers can reach the end. */
const WRITES = PERMANENT / 3;
const TEMPORARY = PERMANENT / 6;
const SORTS = [
  undefined,
  '{"_id":-1}',
  '{"person/name":1}',
  '{"person/name":-1}',
  '{"person/age":-1,"person/name":1,"_id":-1}',
  '{"_date_modified":1}',
];
const NAMES = ['', 'Asha', 'Ben', 'Zoë', 'asha', '🌍', 'A'.repeat(250)];

if (LONG) jest.setTimeout(20 * 60_000);

interface Page {
  readonly next: string | null;
  readonly results: readonly { readonly _uuid: string }[];
}

describe('paging during concurrent writes', () => {
  const random = new Random(testSeed());
  let app: TestApp;
  let uid: string;
  const permanent = new Set<string>();

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    uid = (await makeDeployedAsset(app)).uid;
    for (let row = 0; row < PERMANENT; row += 1) permanent.add(await add());
  });
  afterAll(() => app.stop());

  /** Many have equal sort values, some none. */
  function add(): Promise<string> {
    const name = random.chance(0.2) ? '' : `<name>${random.pick(NAMES)}</name>`;
    const age = random.chance(0.2) ? '' : `<age>${random.between(1, 12)}</age>`;
    return submit(app, uid, { answers: `<person>${name}${age}</person>` });
  }

  function remove(uuid: string): Test {
    return app.as('owner').delete(`/api/v2/assets/${uid}/data/${uuid}/`);
  }

  async function write(isDone: () => boolean): Promise<void> {
    for (let written = 0; written < WRITES && !isDone(); written += 1) {
      const uuid = await add();
      if (random.chance(0.7)) await remove(uuid);
    }
  }

  async function removeSeen({ results }: Page): Promise<void> {
    for (const { _uuid } of results) if (!permanent.has(_uuid)) await remove(_uuid);
  }

  async function walk(sort: string | undefined): Promise<string[]> {
    const seen: string[] = [];
    const first = new URLSearchParams({ limit: String(PAGE), ...(sort !== undefined && { sort }) });
    let next: string | null = `/api/v2/assets/${uid}/data/?${first.toString()}`;
    while (next !== null) {
      const { body } = await app.as('owner').get(next).expect(200);
      const page = body as Page;
      seen.push(...page.results.map(({ _uuid }) => _uuid));
      await removeSeen(page);
      next = page.next === null ? null : page.next.slice(new URL(page.next).origin.length);
    }
    return seen;
  }

  it.each(SORTS)('sees each permanent submission exactly once, sorted by %s', async (sort) => {
    for (let row = 0; row < TEMPORARY; row += 1) await add();
    let isRead = false;
    const writers = Array.from({ length: WRITERS }, () => write(() => isRead));
    const seen = await walk(sort).finally(() => (isRead = true));
    await Promise.all(writers);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((uuid) => permanent.has(uuid))).toHaveLength(permanent.size);
  });
});
