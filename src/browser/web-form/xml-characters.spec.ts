import { xmlCharacters } from './xml-characters';

describe('characters of answers', () => {
  it.each([
    ['line 1\nline 2\tß 😀 \u0085', 'line 1\nline 2\tß 😀 \u0085'],
    ['a\u000bb\u000cc', 'a b c'],
    ['a\u0000\u0007b\u001f\ufffe\uffff', 'ab'],
    ['a\ud83d', 'a'],
    ['\ude00b', 'b'],
  ])('%j are sent as %j', (text, sent) => {
    expect(xmlCharacters(text)).toBe(sent);
  });
});
