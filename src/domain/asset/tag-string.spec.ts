import { formatTagString, parseTagString } from './tag-string';

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
