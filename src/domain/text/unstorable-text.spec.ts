import { InvalidError } from '../errors';
import {
  assertStorableText,
  isLongerThan,
  indexOfEither,
  matchesAt,
  readWords,
  asByteWords,
} from './unstorable-text';
import fc from '../../../test/fixtures/fast-check';

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

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const someBytes = fc.uint8Array({ maxLength: 40 });
/** The searched bytes and their neighbours. */
const nearBytes = fc.array(
  fc.constantFrom(QUOTE, BACKSLASH, QUOTE - 1, QUOTE + 1, QUOTE | 0x80, BACKSLASH | 0x80, 0, 1, 0x80, 0xff),
  { maxLength: 40 },
);

describe('byte words', () => {
  it('finds the first of two characters at any offset and length', () => {
    fc.assert(
      fc.property(fc.oneof(someBytes, nearBytes), fc.nat(12), fc.nat(40), (list, start, length) => {
        const bytes = Uint8Array.from(list);
        const end = Math.min(bytes.length, start + length);
        const first = Math.min(start, end);
        const offsets = Array.from({ length: end - first }, (_, index) => first + index);
        const expected = offsets.find((at) => bytes[at] === QUOTE || bytes[at] === BACKSLASH) ?? end;
        expect(indexOfEither(asByteWords(bytes), first, end, QUOTE, BACKSLASH)).toBe(expected);
      }),
    );
  });

  it('matches bytes at an offset, and rejects a single differing byte', () => {
    const written = fc.uint8Array({ minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(someBytes, written, someBytes, fc.nat(39), (before, searched, after, other) => {
        const bytes = Uint8Array.of(0, ...before, ...searched, ...after).subarray(1);
        const words = readWords(asByteWords(searched));
        const matches = (): boolean =>
          matchesAt(asByteWords(bytes).view, before.length, words, searched.length);
        expect(matches()).toBe(true);
        const changed = before.length + (other % searched.length);
        bytes[changed] = bytes[changed]! ^ 0x80;
        expect(matches()).toBe(false);
      }),
    );
  });
});
