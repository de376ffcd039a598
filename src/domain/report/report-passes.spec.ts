import { expectedAnswers } from './answer-sample';
import { isMostlyDiffering, passes, passesOfHashes } from './report-passes';

const MB = 1024 * 1024;
const expected = (differing: number, width = 20, low = 0.05) => ({
  answers: 2 * differing,
  differing,
  width,
  low,
});
const lengths = (parted: readonly (readonly unknown[])[]): number[] => parted.map(({ length }) => length);
const same = <Each>(each: Each): Each => each;

describe('passes', () => {
  it('reads questions with few answers all at once', () => {
    expect(
      lengths(
        passes(
          Array.from({ length: 60 }, () => expected(500)),
          same,
        ),
      ),
    ).toEqual([60]);
  });

  it('reads no more questions at once than a row has room for', () => {
    expect(
      lengths(
        passes(
          Array.from({ length: 130 }, () => expected(2)),
          same,
        ),
      ),
    ).toEqual([60, 60, 10]);
  });

  it.each([
    ['many answers', 100_000, 20],
    ['long answers', 10_000, 4_000],
  ])('tells no more apart at once than there is memory for, of %s', (_, differing, width) => {
    const each = expected(differing, width);
    const parted = passes(
      Array.from({ length: 30 }, () => each),
      same,
    );
    expect(parted.flat()).toHaveLength(30);
    expect(parted.length).toBeGreaterThan(2);
    for (const pass of parted) expect(pass.length * differing * width).toBeLessThan(100 * MB);
  });

  it('reads one question at least, however many answers it has', () => {
    expect(lengths(passes([expected(1e7), expected(1e7), expected(1)], same))).toEqual([1, 1, 1]);
  });

  it('keeps the order of the questions', () => {
    const asked = [expected(3), expected(1e6), expected(1), expected(2)];
    expect(passes(asked, same).flat()).toEqual(asked);
  });

  it('has none for no questions', () => {
    expect(passes([], () => expected(1))).toEqual([]);
  });
});

describe('passesOfHashes', () => {
  it('hardly minds how long the texts are', () => {
    const asked = Array.from({ length: 20 }, () => expected(50_000, 200));
    expect(lengths(passesOfHashes(asked, same))).toEqual([16, 4]);
  });
});

describe('isMostlyDiffering', () => {
  const text = { kind: 'value', repeats: [] } as const;

  it.each([
    ['few texts', text, expected(1000), false],
    ['many', text, expected(100_000), true],
    ['few that are long', text, expected(3000, 5000), true],
    ['many that are long', text, expected(50_000, 2000), true],
    ['many that are long, any of which may be listed', text, expected(50_000, 2000, 1), false],
    ['more than there is room for', text, expected(2_000_000), false],
    ['many numbers', { ...text, kind: 'number' } as const, expected(100_000), false],
    ['texts in a repeat', { ...text, repeats: ['pump'] }, expected(100_000), false],
  ])('of %s', (_, question, answers, isSo) => {
    expect(isMostlyDiffering(question, answers)).toBe(isSo);
  });
});

describe('expectedAnswers', () => {
  it('expects as many as there are submissions when all differ', () => {
    const sample = { answers: 2000, differing: 2000, once: 2000, width: 20, hundredth: null };
    expect(expectedAnswers(50, sample)).toEqual({ answers: 100_000, differing: 100_000, width: 20, low: 1 });
  });

  it('expects no others when none was given once', () => {
    const sample = { answers: 2000, differing: 90, once: 0, width: 2, hundredth: null };
    expect(expectedAnswers(50, sample)).toEqual({ answers: 100_000, differing: 90, width: 2, low: 1 });
  });

  it('expects what there is when all were looked at', () => {
    const sample = { answers: 20, differing: 15, once: 12, width: 2, hundredth: null };
    expect(expectedAnswers(1, sample)).toEqual({ answers: 20, differing: 15, width: 2, low: 1 });
  });

  it('expects the listed ones of many among few of the answers', () => {
    const sample = { answers: 2000, differing: 2000, once: 2000, width: 20, hundredth: 'b' };
    expect(expectedAnswers(50, sample).low).toBe(0.05);
  });

  it('expects nothing where nothing was found', () => {
    expect(expectedAnswers(50, undefined)).toEqual({ answers: 0, differing: 0, width: 0, low: 1 });
  });
});
