import type { Test } from 'supertest';
import { makeDeployedAsset } from '../factories/asset.factory';
import { submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { printedSeed, Random } from '../support/random';

const FULL = process.env['TEST_PROFILE'] === 'full';
const STAYING = FULL ? 2_000 : 60;
const PAGE = FULL ? 100 : 5;
const WRITERS = 4;
/** By each writer at most, or no reader would come to an end of what is put before it. */
const WRITES = STAYING / 3;
const GOING = STAYING / 6;
const SORTS = [
  undefined,
  '{"_id":-1}',
  '{"person/name":1}',
  '{"person/name":-1}',
  '{"person/age":-1,"person/name":1,"_id":-1}',
  '{"_date_modified":1}',
];
const NAMES = ['', 'Asha', 'Ben', 'Zoë', 'asha', '🌍', 'A'.repeat(250)];

if (FULL) jest.setTimeout(20 * 60_000);

interface Page {
  readonly next: string | null;
  readonly results: readonly { readonly _uuid: string }[];
}

describe('paging while others write', () => {
  const random = new Random(printedSeed('paging-under-writes'));
  let app: TestApp;
  let uid: string;
  const staying = new Set<string>();

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    uid = (await makeDeployedAsset(app)).uid;
    for (let row = 0; row < STAYING; row += 1) staying.add(await add());
  });
  afterAll(() => app.stop());

  /** Many are equal by what they are sorted by, and some have nothing of it. */
  function add(): Promise<string> {
    const name = random.chance(0.2) ? '' : `<name>${random.pick(NAMES)}</name>`;
    const age = random.chance(0.2) ? '' : `<age>${random.between(1, 12)}</age>`;
    return submit(app, uid, { answers: `<person>${name}${age}</person>` });
  }

  function remove(uuid: string): Test {
    return app.as('owner').delete(`/api/v2/assets/${uid}/data/${uuid}/`);
  }

  async function write(until: () => boolean): Promise<void> {
    for (let written = 0; written < WRITES && !until(); written += 1) {
      const uuid = await add();
      if (random.chance(0.7)) await remove(uuid);
    }
  }

  /** What was seen of those that do not stay goes away behind the reader. */
  async function removeSeen({ results }: Page): Promise<void> {
    for (const { _uuid } of results) if (!staying.has(_uuid)) await remove(_uuid);
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

  it.each(SORTS)('sees each submission that stays exactly once, in the order %s', async (sort) => {
    for (let row = 0; row < GOING; row += 1) await add();
    let isRead = false;
    const writers = Array.from({ length: WRITERS }, () => write(() => isRead));
    const seen = await walk(sort).finally(() => (isRead = true));
    await Promise.all(writers);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((uuid) => staying.has(uuid))).toHaveLength(staying.size);
  });
});
