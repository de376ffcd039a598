import { InvalidError } from '../errors';
import { readCountedDays } from './counted-days';

describe('readCountedDays', () => {
  it.each([
    [undefined, 30],
    ['1', 1],
    ['007', 7],
    ['999999999', 36_500],
  ])('parses %j as %i', (value, days) => expect(readCountedDays(value)).toBe(days));

  it.each(['', '0', '-1', '1.5', 'x', '1e3', '9999999999', ['7']])('rejects %j', (value) => {
    expect(() => readCountedDays(value)).toThrow(InvalidError);
  });
});
