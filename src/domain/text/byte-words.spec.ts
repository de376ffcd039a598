import fc from 'fast-check';
import { placeOfEither, standsAt, wordsIn, wordsOf } from './byte-words';

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const someBytes = fc.uint8Array({ maxLength: 40 });
/** Bytes next to those that are looked for, and those themselves. */
const nearBytes = fc.array(
  fc.constantFrom(QUOTE, BACKSLASH, QUOTE - 1, QUOTE + 1, QUOTE | 0x80, BACKSLASH | 0x80, 0, 1, 0x80, 0xff),
  { maxLength: 40 },
);

describe('four bytes at once', () => {
  it('finds the first of two characters, wherever what is looked at begins and ends', () => {
    fc.assert(
      fc.property(fc.oneof(someBytes, nearBytes), fc.nat(12), fc.nat(40), (list, start, length) => {
        const bytes = Uint8Array.from(list);
        const end = Math.min(bytes.length, start + length);
        const first = Math.min(start, end);
        const places = Array.from({ length: end - first }, (_, index) => first + index);
        const expected = places.find((at) => bytes[at] === QUOTE || bytes[at] === BACKSLASH) ?? end;
        expect(placeOfEither(wordsOf(bytes), first, end, QUOTE, BACKSLASH)).toBe(expected);
      }),
    );
  });

  it('tells whether bytes stand at a place, and says no for one of them that differs', () => {
    const written = fc.uint8Array({ minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(someBytes, written, someBytes, fc.nat(39), (before, looked, behind, other) => {
        const bytes = Uint8Array.of(0, ...before, ...looked, ...behind).subarray(1);
        const words = wordsIn(wordsOf(looked));
        const stands = (): boolean => standsAt(wordsOf(bytes).view, before.length, words, looked.length);
        expect(stands()).toBe(true);
        const place = before.length + (other % looked.length);
        bytes[place] = bytes[place]! ^ 0x80;
        expect(stands()).toBe(false);
      }),
    );
  });
});
