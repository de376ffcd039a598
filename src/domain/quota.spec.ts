import { QuotaBalance, type StoredAmount, type StoredAmounts } from './quota';

const NONE: StoredAmount = { submissions: Infinity, bytes: Infinity };
const amounts = (project: Partial<StoredAmount>, owner: Partial<StoredAmount>, rest: StoredAmount) => ({
  project: { ...rest, ...project },
  owner: { ...rest, ...owner },
});
const limits = (project: Partial<StoredAmount>, owner: Partial<StoredAmount> = {}): StoredAmounts =>
  amounts(project, owner, NONE);
const used = (project: Partial<StoredAmount>, owner: Partial<StoredAmount> = project): StoredAmounts =>
  amounts(project, owner, { submissions: 0, bytes: 0 });
const submissions = (count: number): StoredAmount => ({ submissions: count, bytes: 0 });
const bytes = (count: number): StoredAmount => ({ submissions: 0, bytes: count });

describe('QuotaBalance', () => {
  it.each([
    ['nothing is limited', limits({}), used({ submissions: 1e9, bytes: 1e12 }), submissions(1e9)],
    ['the limit is reached exactly', limits({ submissions: 10 }), used({ submissions: 9 }), submissions(1)],
    ['the files fill the limit', limits({ bytes: 10 }), used({ bytes: 4 }), bytes(6)],
    [
      'nothing is added to what is over',
      limits({ submissions: 1 }),
      used({ submissions: 5 }),
      submissions(0),
    ],
    ['only another kind is over', limits({ bytes: 1 }), used({ bytes: 5 }), submissions(1)],
  ])('has room if %s', (_, limit, use, addition) => {
    expect(new QuotaBalance(limit, use).excess(addition)).toBeUndefined();
  });

  it.each([
    [
      limits({ submissions: 10 }),
      used({ submissions: 10 }),
      submissions(1),
      /^The project .* 10 submissions,/,
    ],
    [
      limits({}, { submissions: 10 }),
      used({}, { submissions: 10 }),
      submissions(1),
      /^All .* owner .* 10 sub/,
    ],
    [limits({ bytes: 10 }), used({ bytes: 5 }), bytes(6), /^The project .* 10 bytes of files,/],
    [limits({}, { bytes: 10 }), used({}, { bytes: 5 }), bytes(6), /^All .* owner .* 10 bytes of files/],
  ])('names the limit and what to do', (limit, use, addition, message) => {
    const excess = new QuotaBalance(limit, use).excess(addition);
    expect(excess?.kind).toBe('over-quota');
    expect(excess?.message).toMatch(message);
    expect(excess?.message).toMatch(/Delete .* or ask the operator of the service for more\.$/);
  });

  it('counts what was added, and not what did not fit', () => {
    const balance = new QuotaBalance(limits({ bytes: 10 }), used({}));
    expect(balance.add(bytes(6))).toBeUndefined();
    expect(balance.add(bytes(5))?.kind).toBe('over-quota');
    expect(balance.add(bytes(4))).toBeUndefined();
    expect(balance.add(bytes(1))?.kind).toBe('over-quota');
  });
});
