/** Four bytes are looked at in the time of one. */
export const WORD_BYTES = 4;

/** Bytes, and the same memory to read and write four of them at once, at any place. */
export interface ByteWords {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

const EACH_ONE = 0x01010101;
const EACH_HIGH = 0x80808080 | 0;

export function wordsOf(bytes: Uint8Array): ByteWords {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** The words of some bytes, four of them at least; the last word begins where it ends with the bytes. */
export function wordsIn({ bytes, view }: ByteWords): Int32Array {
  const words = new Int32Array(Math.ceil(bytes.length / WORD_BYTES));
  for (const index of words.keys()) {
    words[index] = view.getInt32(Math.min(index * WORD_BYTES, bytes.length - WORD_BYTES), true);
  }
  return words;
}

/** Whether the words of so many bytes, as `wordsIn` has them, stand at a place. Names differ in their ends, mostly. */
export function standsAt(view: DataView, at: number, words: Int32Array, length: number): boolean {
  const last = words.length - 1;
  if (view.getInt32(at + length - WORD_BYTES, true) !== words[last]) return false;
  for (let index = 0; index < last; index += 1) {
    if (view.getInt32(at + index * WORD_BYTES, true) !== words[index]) return false;
  }
  return true;
}

/** The first place from `start` on where one of two ASCII characters stands; `end` where neither does. */
export function placeOfEither(
  { bytes, view }: ByteWords,
  start: number,
  end: number,
  a: number,
  b: number,
): number {
  const eachA = Math.imul(a, EACH_ONE);
  const eachB = Math.imul(b, EACH_ONE);
  let at = start;
  for (; at + WORD_BYTES <= end; at += WORD_BYTES) {
    const word = view.getInt32(at, true);
    const withoutA = word ^ eachA;
    const withoutB = word ^ eachB;
    // The high bit of a byte that became 0, and maybe of some behind it: the lowest one is right.
    const found = (((withoutA - EACH_ONE) & ~withoutA) | ((withoutB - EACH_ONE) & ~withoutB)) & EACH_HIGH;
    if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
  }
  while (at < end && bytes[at] !== a && bytes[at] !== b) at += 1;
  return at;
}
