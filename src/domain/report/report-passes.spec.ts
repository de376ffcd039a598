import { estimateCardinality } from './value-table';
import { hasHighCardinality, planPasses, planHashPasses } from './report-passes';

const MB = 1024 * 1024;
const estimate = (distinct: number, width = 20, listedShare = 0.05) => ({
  answers: 2 * distinct,
  distinct,
  width,
  listedShare,
});
const lengths = (passes: readonly (readonly unknown[])[]): number[] => passes.map(({ length }) => length);
const same = <Each>(each: Each): Each => each;

describe('planPasses', () => {
  it('reads questions of low cardinality in one pass', () => {
    expect(
      lengths(
        planPasses(
          Array.from({ length: 60 }, () => estimate(500)),
          same,
        ),
      ),
    ).toEqual([60]);
  });

  it('limits the columns per pass', () => {
    expect(
      lengths(
        planPasses(
          Array.from({ length: 130 }, () => estimate(2)),
          same,
        ),
      ),
    ).toEqual([60, 60, 10]);
  });

  it.each([
    ['many answers', 100_000, 20],
    ['long answers', 10_000, 4_000],
  ])('limits the memory per pass, with %s', (_, distinct, width) => {
    const each = estimate(distinct, width);
    const passes = planPasses(
      Array.from({ length: 30 }, () => each),
      same,
    );
    expect(passes.flat()).toHaveLength(30);
    expect(passes.length).toBeGreaterThan(2);
    for (const pass of passes) expect(pass.length * distinct * width).toBeLessThan(100 * MB);
  });

  it('has at least one question per pass', () => {
    expect(lengths(planPasses([estimate(1e7), estimate(1e7), estimate(1)], same))).toEqual([1, 1, 1]);
  });

  it('keeps the order of the questions', () => {
    const estimates = [estimate(3), estimate(1e6), estimate(1), estimate(2)];
    expect(planPasses(estimates, same).flat()).toEqual(estimates);
  });

  it('has no passes without questions', () => {
    expect(planPasses([], () => estimate(1))).toEqual([]);
  });
});

describe('planHashPasses', () => {
  it('depends little on the size of the texts', () => {
    const estimates = Array.from({ length: 20 }, () => estimate(50_000, 200));
    expect(lengths(planHashPasses(estimates, same))).toEqual([16, 4]);
  });
});

describe('hasHighCardinality', () => {
  const placed = (...repeats: string[]) => ({ places: [{ repeats, path: 'q' }] as const });
  const text = { kind: 'value' as const, ...placed() };

  it.each([
    ['few distinct texts', text, estimate(1000), false],
    ['many distinct texts', text, estimate(100_000), true],
    ['few long texts', text, estimate(3000, 5000), true],
    ['many long texts', text, estimate(50_000, 2000), true],
    ['many long texts that may all be listed', text, estimate(50_000, 2000, 1), false],
    ['more texts than fit the budget', text, estimate(2_000_000), false],
    ['many numbers', { ...text, kind: 'number' } as const, estimate(100_000), false],
    ['texts in a repeat', { ...text, ...placed('pump') }, estimate(100_000), false],
  ])('%s', (_, question, each, isHigh) => {
    expect(hasHighCardinality(question, each)).toBe(isHigh);
  });
});

describe('estimateCardinality', () => {
  it('extrapolates if all sampled answers are distinct', () => {
    const sample = { answers: 2000, distinct: 2000, singletons: 2000, width: 20, cutoff: null };
    expect(estimateCardinality(50, sample)).toEqual({
      answers: 100_000,
      distinct: 100_000,
      width: 20,
      listedShare: 1,
    });
  });

  it('does not extrapolate without singletons', () => {
    const sample = { answers: 2000, distinct: 90, singletons: 0, width: 2, cutoff: null };
    expect(estimateCardinality(50, sample)).toEqual({
      answers: 100_000,
      distinct: 90,
      width: 2,
      listedShare: 1,
    });
  });

  it('is exact if all submissions were sampled', () => {
    const sample = { answers: 20, distinct: 15, singletons: 12, width: 2, cutoff: null };
    expect(estimateCardinality(1, sample)).toEqual({ answers: 20, distinct: 15, width: 2, listedShare: 1 });
  });

  it('estimates the share of answers that can be listed', () => {
    const sample = { answers: 2000, distinct: 2000, singletons: 2000, width: 20, cutoff: 'b' };
    expect(estimateCardinality(50, sample).listedShare).toBe(0.05);
  });

  it('is empty without answers', () => {
    expect(estimateCardinality(50, undefined)).toEqual({ answers: 0, distinct: 0, width: 0, listedShare: 1 });
  });
});
