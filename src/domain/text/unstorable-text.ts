import { InvalidError } from '../errors';

/** Finds text that PostgreSQL cannot store, so that clients get 400 instead of a database error (decision 2). */

const SUSPICIOUS = /[\u0000\ud800-\udfff]/;
// In Unicode mode only lone surrogates match.
const UNSTORABLE = /[\u0000\p{Surrogate}]/u;

/**
 * Reason why a text, or one of the texts and keys in a JSON value, cannot be stored, as the end of a sentence ("holds a
 * NUL character"); undefined if all can. Recursive: the body parser limits the depth.
 */
export function unstorableReason(value: unknown): string | undefined {
  if (typeof value === 'string') return reasonOf(value);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, each] of Object.entries(value)) {
    const reason = reasonOf(key) ?? unstorableReason(each);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function reasonOf(text: string): string | undefined {
  const found = SUSPICIOUS.test(text) ? UNSTORABLE.exec(text) : null;
  if (found === null) return undefined;
  return found[0] === '\u0000'
    ? 'holds a NUL character; remove it'
    : 'holds a lone surrogate; send well-formed Unicode text';
}

/**
 * Rejects a text, or a JSON value with a text or key, that PostgreSQL cannot store (decision 2).
 * @param subject starts the message, such as "The name"
 * @throws InvalidError naming the subject and the character
 */
export function assertStorableText(value: unknown, subject: string): void {
  const reason = unstorableReason(value);
  if (reason !== undefined) throw new InvalidError(`${subject} ${reason}.`);
}

/** Whether a text has more than `maxLength` characters, counted in code points as PostgreSQL does: an emoji is one. */
export function isLongerThan(maxLength: number, text: string): boolean {
  // Fast path: a code point takes one or two UTF-16 units.
  if (text.length <= maxLength || text.length > 2 * maxLength) return text.length > maxLength;
  return Array.from(text).length > maxLength;
}

/** SWAR (SIMD within a register): compares four bytes with one 32-bit operation. */
export const WORD_BYTES = 4;

/** Bytes, and a view of the same memory for unaligned 32-bit access. */
export interface ByteWords {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

const LOW_BITS = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;

/** Wraps bytes without copying them. */
export function asByteWords(bytes: Uint8Array): ByteWords {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** Little-endian words of at least four bytes; the last word ends with the bytes, so it may overlap the one before. */
export function readWords({ bytes, view }: ByteWords): Int32Array {
  const words = new Int32Array(Math.ceil(bytes.length / WORD_BYTES));
  for (const index of words.keys()) {
    words[index] = view.getInt32(Math.min(index * WORD_BYTES, bytes.length - WORD_BYTES), true);
  }
  return words;
}

/** Whether the `length` bytes at `at` equal `words`. Compares the last word first: most names differ in their ends. */
export function matchesAt(view: DataView, at: number, words: Int32Array, length: number): boolean {
  const last = words.length - 1;
  if (view.getInt32(at + length - WORD_BYTES, true) !== words[last]) return false;
  for (let index = 0; index < last; index += 1) {
    if (view.getInt32(at + index * WORD_BYTES, true) !== words[index]) return false;
  }
  return true;
}

/** Offset of the first of two ASCII characters in [start, end); `end` if neither occurs. */
export function indexOfEither(
  { bytes, view }: ByteWords,
  start: number,
  end: number,
  a: number,
  b: number,
): number {
  const eachA = Math.imul(a, LOW_BITS);
  const eachB = Math.imul(b, LOW_BITS);
  let at = start;
  for (; at + WORD_BYTES <= end; at += WORD_BYTES) {
    const word = view.getInt32(at, true);
    const withoutA = word ^ eachA;
    const withoutB = word ^ eachB;
    // Zero-byte detection (Bit Twiddling Hacks): only the lowest marked byte is certain.
    const found = (((withoutA - LOW_BITS) & ~withoutA) | ((withoutB - LOW_BITS) & ~withoutB)) & HIGH_BITS;
    if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
  }
  while (at < end && bytes[at] !== a && bytes[at] !== b) at += 1;
  return at;
}
