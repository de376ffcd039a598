import { UnavailableError } from '../../domain/errors';
import { BodyBudget } from './body-budget';

const MEGABYTE = 1024 * 1024;

describe('the budget of bodies in flight', () => {
  it('lets one address hold 64 MB, whatever the number of its requests', () => {
    const budget = new BodyBudget();
    const [one, two, other] = [budget.open('a'), budget.open('a'), budget.open('b')];
    one.take(40 * MEGABYTE);
    two.take(24 * MEGABYTE);
    expect(() => two.take(1)).toThrow(UnavailableError);
    other.take(64 * MEGABYTE);
  });

  it('lets all addresses together hold 192 MB', () => {
    const budget = new BodyBudget();
    for (const address of ['a', 'b', 'c']) budget.open(address).take(64 * MEGABYTE);
    expect(() => budget.open('d').take(1)).toThrow(
      expect.objectContaining({ retryAfterSeconds: expect.any(Number) }),
    );
  });

  it('takes anew what was given back or whose request is over, and counts nothing twice', () => {
    const budget = new BodyBudget();
    const held = budget.open('a');
    held.take(64 * MEGABYTE);
    held.giveBack(MEGABYTE);
    held.take(MEGABYTE);
    held.close();
    held.close();
    held.giveBack(5);
    const next = budget.open('a');
    next.take(64 * MEGABYTE);
    expect(() => next.take(1)).toThrow(UnavailableError);
  });
});
