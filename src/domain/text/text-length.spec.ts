import { isLongerThan } from './text-length';

describe('isLongerThan', () => {
  it.each([
    ['', false],
    ['abcde', false],
    ['abcdef', true],
    ['🌍🌍🌍🌍🌍', false],
    ['🌍🌍🌍🌍🌍🌍', true],
    ['abc🌍🌍', false],
    ['abcd🌍🌍', true],
    ['चश्मा', false],
    ['abcdefghijkl', true],
  ])('counts characters: %s is longer than five: %s', (text, expected) => {
    expect(isLongerThan(5, text)).toBe(expected);
  });
});
