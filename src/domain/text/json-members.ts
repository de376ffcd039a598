import { parseLossless } from './lossless-json';
import { type ByteWords, indexOfEither, matchesAt, readWords, asByteWords } from './byte-words';

export type JsonObject = Readonly<Record<string, unknown>>;

/** True for objects other than null and lists. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON; numbers keep their digits. @returns undefined for malformed text and other values */
export function parseJson(text: unknown, parse = parseLossless): unknown {
  try {
    return typeof text === 'string' ? parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Parses `true`, `1`, `yes`, `on` and opposites in any letter case; returns other values unchanged for validation. */
export function parseBooleanFlag(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const word = String(value).toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(word)) return true;
  if (['false', '0', 'no', 'off'].includes(word)) return false;
  return value;
}

/** JSON with sorted keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isJsonObject(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}

const QUOTE = codeOf('"');
const BACKSLASH = codeOf('\\');
const COLON = codeOf(':');
const COMMA = codeOf(',');
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [...'{}[]'].map(codeOf);

/** An encoded key, and the key that followed it in the last object. */
interface KeyEntry {
  /** `,"key":`, or `{"key":` for the first member. */
  readonly words: Int32Array;
  readonly length: number;
  /** Index among the requested keys; NONE for any other key. */
  readonly index: number;
  next: KeyEntry | undefined;
}

const NONE = -1;
const OPENINGS = ['{', ','];
const MAX_OTHER_KEYS = 100;

/**
 * Finds the values of some keys in the bytes of JSON objects without parsing or allocating the others. Predicts each
 * key: objects of one form nearly always have their keys in the same order, so a key is looked up only if it differs
 * from the last object.
 */
export class JsonMembers {
  /** Start of the value of each requested key in the last object; negative if the key is missing. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 1: the bytes from start to end are the text of a string without escapes. 0: they are JSON. */
  readonly isText: Uint8Array;
  private readonly keys = new Map<string, KeyEntry>();
  private readonly maxKeys: number;
  private readonly head: KeyEntry = {
    words: new Int32Array(),
    length: 0,
    index: NONE,
    next: undefined,
  };

  constructor(keys: readonly string[]) {
    this.starts = new Int32Array(keys.length);
    this.ends = new Int32Array(keys.length);
    this.isText = new Uint8Array(keys.length);
    this.maxKeys = keys.length * OPENINGS.length + MAX_OTHER_KEYS;
    const encoder = new TextEncoder();
    for (const [index, key] of keys.entries()) {
      for (const opening of OPENINGS) {
        this.addKey(encoder.encode(`${opening}${JSON.stringify(key)}:`), index);
      }
    }
  }

  /**
   * Scans one object.
   * @returns false if it is not formatted as by `JSON.stringify`; the results are then invalid
   */
  read(json: ByteWords, start: number, end: number): boolean {
    this.starts.fill(NONE);
    const { bytes } = json;
    if (bytes[start] !== OPEN_OBJECT) return false;
    if (bytes[start + 1] === CLOSE_OBJECT) return start + 2 === end;
    let at = start;
    let previous = this.head;
    do {
      const key = this.keyAt(json, at, end, previous);
      if (key === undefined) return false;
      at = this.readValue(json, at + key.length, end, key.index);
      if (at >= end) return false;
      previous = key;
    } while (bytes[at] === COMMA);
    return bytes[at] === CLOSE_OBJECT && at + 1 === end;
  }

  /** Records the range of a value. @returns the offset after it; `end + 1` if it is incomplete */
  private readValue(json: ByteWords, start: number, end: number, index: number): number {
    const { bytes } = json;
    const first = bytes[start];
    if (first !== QUOTE) {
      const after =
        first === OPEN_OBJECT || first === OPEN_LIST
          ? skipNested(json, start, end)
          : skipLiteral(bytes, start, end);
      if (index !== NONE) this.record(index, 0, start, after);
      return after;
    }
    const stop = indexOfEither(json, start + 1, end, QUOTE, BACKSLASH);
    const isPlain = bytes[stop] === QUOTE;
    const at = isPlain ? stop : endOfString(json, stop, end);
    if (index !== NONE) {
      if (isPlain) this.record(index, 1, start + 1, at);
      else this.record(index, 0, start, at + 1);
    }
    return at + 1;
  }

  private record(index: number, isText: 0 | 1, start: number, end: number): void {
    this.isText[index] = isText;
    this.starts[index] = start;
    this.ends[index] = end;
  }

  /** Key of the member that follows the brace or comma at `at`. */
  private keyAt(json: ByteWords, at: number, end: number, previous: KeyEntry): KeyEntry | undefined {
    const { next } = previous;
    if (next !== undefined && at + next.length <= end && matchesAt(json.view, at, next.words, next.length)) {
      return next;
    }
    const { bytes } = json;
    if (bytes[at + 1] !== QUOTE) return undefined;
    const colon = endOfString(json, at + 2, end) + 1;
    if (colon >= end || bytes[colon] !== COLON) return undefined;
    const encoded = bytes.subarray(at, colon + 1);
    const name = nameOf(encoded);
    const cached = this.keys.get(name);
    // Only keys with escapes have two encodings.
    if (cached === undefined && name.includes('\\')) return undefined;
    return (previous.next = cached ?? this.addKey(encoded, NONE));
  }

  private addKey(encoded: Uint8Array, index: number): KeyEntry {
    const key: KeyEntry = {
      words: readWords(asByteWords(encoded)),
      length: encoded.length,
      index,
      next: undefined,
    };
    if (this.keys.size < this.maxKeys) this.keys.set(nameOf(encoded), key);
    return key;
  }
}

/** Offset of the closing quote of a string; `end` or `end + 1` if there is none. */
function endOfString(json: ByteWords, start: number, end: number): number {
  for (let from = start; ; from += 2) {
    from = indexOfEither(json, from, end, QUOTE, BACKSLASH);
    if (from >= end || json.bytes[from] === QUOTE) return from;
  }
}

/** Offset after an array or object; `end + 1` if it is not closed. */
function skipNested(json: ByteWords, start: number, end: number): number {
  const { bytes } = json;
  let depth = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(json, at + 1, end);
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return end + 1;
}

/** Offset after a number, true, false or null. */
function skipLiteral(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== COMMA && bytes[at] !== CLOSE_OBJECT) at += 1;
  return at;
}

function nameOf(encoded: Uint8Array): string {
  return String.fromCharCode(...encoded);
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}
