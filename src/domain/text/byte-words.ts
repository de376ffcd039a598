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
