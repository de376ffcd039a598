import { type ByteWords, placeOfEither, standsAt, wordsIn, wordsOf } from './byte-words';

const QUOTE = codeOf('"');
const BACKSLASH = codeOf('\\');
const COLON = codeOf(':');
const COMMA = codeOf(',');
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [
  codeOf('{'),
  codeOf('}'),
  codeOf('['),
  codeOf(']'),
];

/** A key of members, as it is written, and the one that stood behind it the last time. */
interface KnownKey {
  /** `,"key":`, or `{"key":` of the first one. */
  readonly words: Int32Array;
  /** How many bytes they are. */
  readonly length: number;
  /** The place that it was given; NOWHERE for one that nobody asked for. */
  readonly place: number;
  next: KnownKey | undefined;
}

const NOWHERE = -1;
const OPENINGS = ['{', ','];
/** Keys beside those that were asked for that are remembered. */
const MOST_OTHERS = 100;

/**
 * Finds the values of some keys in the bytes of JSON objects, without making anything of the others: their texts are
 * millions and most of them go out as they are. Objects of one form have their keys in the same order, nearly always: a
 * key is held against the one that stood there the last time, and only looked up where it is another.
 */
export class JsonMembers {
  /** Of the last object, for each key that is asked for: where its value starts; below 0 where it has none. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Not 0: the value is a string whose text is the bytes from start to end. Else those are the JSON of the value. */
  readonly isText: Uint8Array;
  private readonly known = new Map<string, KnownKey>();
  private readonly mostKnown: number;
  private readonly beginning: KnownKey = {
    words: new Int32Array(),
    length: 0,
    place: NOWHERE,
    next: undefined,
  };

  constructor(keys: readonly string[]) {
    this.starts = new Int32Array(keys.length);
    this.ends = new Int32Array(keys.length);
    this.isText = new Uint8Array(keys.length);
    this.mostKnown = keys.length * OPENINGS.length + MOST_OTHERS;
    const encoder = new TextEncoder();
    for (const [place, key] of keys.entries()) {
      for (const opening of OPENINGS) {
        this.remember(encoder.encode(`${opening}${JSON.stringify(key)}:`), place);
      }
    }
  }

  /**
   * Reads one object.
   * @returns false for what is not written as `JSON.stringify` writes an object: then nothing was read
   */
  read(json: ByteWords, start: number, end: number): boolean {
    this.starts.fill(NOWHERE);
    const { bytes } = json;
    if (bytes[start] !== OPEN_OBJECT) return false;
    if (bytes[start + 1] === CLOSE_OBJECT) return start + 2 === end;
    let at = start;
    let before = this.beginning;
    do {
      const key = this.keyAt(json, at, end, before);
      if (key === undefined) return false;
      at = this.value(json, at + key.length, end, key.place);
      if (at >= end) return false;
      before = key;
    } while (bytes[at] === COMMA);
    return bytes[at] === CLOSE_OBJECT && at + 1 === end;
  }

  /** Notes where a value is. @returns the place behind it; one behind the end when it has none */
  private value(json: ByteWords, start: number, end: number, place: number): number {
    const { bytes } = json;
    const first = bytes[start];
    if (first !== QUOTE) {
      const behind =
        first === OPEN_OBJECT || first === OPEN_LIST ? nested(json, start, end) : literal(bytes, start, end);
      if (place !== NOWHERE) this.note(place, 0, start, behind);
      return behind;
    }
    const stop = placeOfEither(json, start + 1, end, QUOTE, BACKSLASH);
    const isPlain = bytes[stop] === QUOTE;
    const at = isPlain ? stop : endOfString(json, stop, end);
    if (place !== NOWHERE) {
      if (isPlain) this.note(place, 1, start + 1, at);
      else this.note(place, 0, start, at + 1);
    }
    return at + 1;
  }

  private note(place: number, isText: 0 | 1, start: number, end: number): void {
    this.isText[place] = isText;
    this.starts[place] = start;
    this.ends[place] = end;
  }

  /** The key of the member that a brace or a comma at this place is before. */
  private keyAt(json: ByteWords, at: number, end: number, before: KnownKey): KnownKey | undefined {
    const { next } = before;
    if (next !== undefined && at + next.length <= end && standsAt(json.view, at, next.words, next.length)) {
      return next;
    }
    const { bytes } = json;
    if (bytes[at + 1] !== QUOTE) return undefined;
    const colon = endOfString(json, at + 2, end) + 1;
    if (colon >= end || bytes[colon] !== COLON) return undefined;
    const written = bytes.subarray(at, colon + 1);
    const name = nameOf(written);
    const known = this.known.get(name);
    // One key can be written in two ways only where something is escaped.
    if (known === undefined && name.includes('\\')) return undefined;
    return (before.next = known ?? this.remember(written, NOWHERE));
  }

  private remember(written: Uint8Array, place: number): KnownKey {
    const key: KnownKey = {
      words: wordsIn(wordsOf(written)),
      length: written.length,
      place,
      next: undefined,
    };
    if (this.known.size < this.mostKnown) this.known.set(nameOf(written), key);
    return key;
  }
}

/** The place of the quote that ends a string; `end` or one behind it where none does. */
function endOfString(json: ByteWords, start: number, end: number): number {
  for (let from = start; ; from += 2) {
    from = placeOfEither(json, from, end, QUOTE, BACKSLASH);
    if (from >= end || json.bytes[from] === QUOTE) return from;
  }
}

/** The place behind a list or an object. */
function nested(json: ByteWords, start: number, end: number): number {
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

/** The place behind a number, true, false or null. */
function literal(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== COMMA && bytes[at] !== CLOSE_OBJECT) at += 1;
  return at;
}

function nameOf(written: Uint8Array): string {
  return String.fromCharCode(...written);
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}
