import { makeDeployedAsset } from '../factories/asset.factory';
import { submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { printedSeed, Random } from '../support/random';

const FULL = process.env['TEST_PROFILE'] === 'full';
const STAYING = FULL ? 2_000 : 120;
const PAGE = FULL ? 100 : 10;
const WRITERS = 4;
const SORTS = [undefined, '{"_id":1}', '{"_id":-1}'];

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
    for (let row = 0; row < STAYING; row += 1) staying.add(await submit(app, uid));
  });
  afterAll(() => app.stop());

  async function write(until: () => boolean): Promise<void> {
    while (!until()) {
      const uuid = await submit(app, uid);
      if (random.chance(0.7)) await app.as('owner').delete(`/api/v2/assets/${uid}/data/${uuid}/`).expect(204);
    }
  }

  async function walk(sort: string | undefined): Promise<string[]> {
    const seen: string[] = [];
    const first = new URLSearchParams({ limit: String(PAGE), ...(sort !== undefined && { sort }) });
    let next: string | null = `/api/v2/assets/${uid}/data/?${first.toString()}`;
    while (next !== null) {
      const { body } = await app.as('owner').get(next).expect(200);
      const page = body as Page;
      seen.push(...page.results.map(({ _uuid }) => _uuid));
      next = page.next === null ? null : page.next.slice(new URL(page.next).origin.length);
    }
    return seen;
  }

  it.each(SORTS)('sees each submission that stays exactly once, in the order %s', async (sort) => {
    let isRead = false;
    const writers = Array.from({ length: WRITERS }, () => write(() => isRead));
    const seen = await walk(sort).finally(() => (isRead = true));
    await Promise.all(writers);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((uuid) => staying.has(uuid))).toHaveLength(staying.size);
  });
});
