import { InvalidError } from '../errors';
import { isLongerThan, assertStorableText } from './unstorable-text';

describe('assertStorableText', () => {
  it.each(['', 'plain', 'é ß 漢', '😀', '\u0001\t\uFFFF'])('accepts %j', (text) => {
    expect(() => assertStorableText(text, 'The name')).not.toThrow();
  });

  it.each([
    ['a\u0000b', /^The name holds a NUL character; remove it\.$/],
    ['\uD83D', /^The name holds a lone surrogate/],
    ['a\uDE00', /^The name holds a lone surrogate/],
    ['\uDE00\uD83D', /^The name holds a lone surrogate/],
  ])('rejects %j', (text, message) => {
    expect(() => assertStorableText(text, 'The name')).toThrow(InvalidError);
    expect(() => assertStorableText(text, 'The name')).toThrow(message);
  });

  it.each([[{ a: [1, null, { b: 'a\u0000' }] }], [{ a: { 'b\u0000': 1 } }]])('rejects %j', (value) => {
    expect(() => assertStorableText(value, 'A text')).toThrow('A text holds a NUL character; remove it.');
  });

  it('accepts nested values', () => {
    expect(() => assertStorableText([{ a: null, b: [true, 1, 'é'] }], 'A text')).not.toThrow();
  });
});

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
