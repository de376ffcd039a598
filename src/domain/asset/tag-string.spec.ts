import { formatTagString, parseTagString, tagUid } from './tag-string';

describe('tag strings', () => {
  it.each([
    ['', []],
    ['health,2024', ['health', '2024']],
    ['one,two three,  four ', ['one', 'two three', '  four']],
    [' water and  soil , health,,health, ', ['water and  soil ', ' health', 'health']],
  ])('parses %j as %j', (text, tags) => {
    expect(parseTagString(text)).toEqual(tags);
  });

  it('joins with one comma', () => {
    expect(formatTagString(['a', 'b'])).toBe('a,b');
  });
});

describe('tagUid', () => {
  it('is deterministic and differs between names', () => {
    expect(tagUid('water')).toMatch(/^t[2-9A-HJ-NP-Za-km-z]{21}$/);
    expect(tagUid('water')).toBe(tagUid('water'));
    expect(new Set(['water', 'Water', 'water ', ''].map(tagUid)).size).toBe(4);
  });
});
