import { InvalidError } from '../errors';
import { readCountedDays } from './counted-days';

describe('the days that are counted', () => {
  it.each([
    [undefined, 30],
    ['1', 1],
    ['007', 7],
    ['999999999', 36_500],
  ])('%j: %i', (value, days) => expect(readCountedDays(value)).toBe(days));

  it.each(['', '0', '-1', '1.5', 'x', '1e3', '9999999999', ['7']])('are not said by %j', (value) => {
    expect(() => readCountedDays(value)).toThrow(InvalidError);
  });
});
