import fc from '../../../test/fixtures/fast-check';
import { indexOfEither, matchesAt, readWords, asByteWords } from './byte-words';

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
