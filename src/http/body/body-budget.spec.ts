import { UnavailableError } from '../../domain/errors';
import { BodyBudget } from './incoming-body';

const MEGABYTE = 1024 * 1024;

describe('BodyBudget', () => {
  it('limits one address to 64 MB across its requests', () => {
    const budget = new BodyBudget();
    const [one, two, other] = [budget.open('a'), budget.open('a'), budget.open('b')];
    one.reserve(40 * MEGABYTE);
    two.reserve(24 * MEGABYTE);
    expect(() => two.reserve(1)).toThrow(UnavailableError);
    other.reserve(64 * MEGABYTE);
  });

  it('limits all addresses together to 192 MB', () => {
    const budget = new BodyBudget();
    for (const address of ['a', 'b', 'c']) budget.open(address).reserve(64 * MEGABYTE);
    expect(() => budget.open('d').reserve(1)).toThrow(
      expect.objectContaining({ retryAfterSeconds: expect.any(Number) }),
    );
  });

  it('reuses released bytes, and releases each byte once', () => {
    const budget = new BodyBudget();
    const held = budget.open('a');
    held.reserve(64 * MEGABYTE);
    held.release(MEGABYTE);
    held.reserve(MEGABYTE);
    held.close();
    held.close();
    held.release(5);
    const next = budget.open('a');
    next.reserve(64 * MEGABYTE);
    expect(() => next.reserve(1)).toThrow(UnavailableError);
  });
});
