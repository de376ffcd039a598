import { Random, testSeed } from '../../../test/fixtures/random';
import { seekPage } from './submission-order';

const SIZE = 10;

describe('seekPage', () => {
  const random = new Random(testSeed());

  it('returns ids that hold the page and the row after it, and few others', () => {
    for (let attempt = 0; attempt < 500; attempt += 1) {
      const density = random.pick([0, 0.1, 0.5, 1]);
      const matches = Array.from({ length: 20 * SIZE }, (_, id) => id).filter(() => random.chance(density));
      const counts = Array.from({ length: 20 }, (_, part) => ({
        first: part * SIZE,
        last: part * SIZE + 9,
      })).map((range) => ({
        ...range,
        count: matches.filter((id) => id >= range.first && id <= range.last).length,
      }));
      const descending = random.chance(0.5);
      const after = random.chance(0.5) ? { id: random.between(-1, 20 * SIZE) } : undefined;
      const [limit, start] = [random.between(0, 30), random.between(0, 60)];
      const ordered = descending ? [...matches].reverse() : matches;
      const isLeft = (id: number): boolean =>
        after === undefined || (descending ? id < after.id : id > after.id);
      const page = (ids: readonly number[], from: number): readonly number[] =>
        ids
          .filter(isLeft)
          .slice(after === undefined ? from : 0, (after === undefined ? from : 0) + limit + 1);

      const sought = seekPage(counts, { limit, start, after, order: { descending } });
      const among = ordered.filter((id) => id >= sought.first && id <= sought.last);
      expect(page(among, sought.start)).toEqual(page(ordered, start));
      // Up to a range at both ends, and at the cursor.
      expect(among.length).toBeLessThanOrEqual(limit + 1 + 3 * SIZE);
    }
  });
});
