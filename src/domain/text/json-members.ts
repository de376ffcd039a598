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
  /** With its quotes. */
  readonly written: Uint8Array;
  /** The place that it was given; NOWHERE for one that nobody asked for. */
  readonly place: number;
  next: KnownKey | undefined;
}

const NOWHERE = -1;
/** Keys beside those that were asked for that are remembered. */
const MOST_OTHERS = 100;

/**
 * Finds the values of some keys in the bytes of JSON objects, without making anything of the others: their texts are
 * millions and most of them go out as they are. Objects of one form have their keys in the same order, nearly always.
 */
export class JsonMembers {
  /** Of the last object, for each key that is asked for: where its value starts; below 0 where it has none. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Not 0: the value is a string whose text is the bytes from start to end. Else those are the JSON of the value. */
  readonly isText: Uint8Array;
  private readonly known = new Map<string, KnownKey>();
  private readonly mostKnown: number;
  private readonly first: KnownKey = { written: new Uint8Array(), place: NOWHERE, next: undefined };

  constructor(keys: readonly string[]) {
    this.starts = new Int32Array(keys.length);
    this.ends = new Int32Array(keys.length);
    this.isText = new Uint8Array(keys.length);
    this.mostKnown = keys.length + MOST_OTHERS;
    const encoder = new TextEncoder();
    for (const [place, key] of keys.entries()) this.remember(encoder.encode(JSON.stringify(key)), place);
  }

  /**
   * Reads one object.
   * @returns false for what is not written as `JSON.stringify` writes an object: then nothing was read
   */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.starts.fill(NOWHERE);
    let at = start;
    if (bytes[at] !== OPEN_OBJECT) return false;
    if (bytes[at + 1] === CLOSE_OBJECT) return at + 2 === end;
    let before = this.first;
    do {
      const key = this.keyAt(bytes, at + 1, end, before);
      if (key === undefined) return false;
      at += 1 + key.written.length;
      if (bytes[at] !== COLON) return false;
      at = this.value(bytes, at + 1, end, key.place);
      if (at > end) return false;
      before = key;
    } while (bytes[at] === COMMA);
    return bytes[at] === CLOSE_OBJECT && at + 1 === end;
  }

  /** Notes where a value is. @returns the place behind it; one behind the end when it has none */
  private value(bytes: Uint8Array, start: number, end: number, place: number): number {
    const first = bytes[start];
    if (first !== QUOTE) {
      const behind =
        first === OPEN_OBJECT || first === OPEN_LIST ? nested(bytes, start, end) : literal(bytes, start, end);
      if (place !== NOWHERE) this.note(place, 0, start, behind);
      return behind;
    }
    let at = start + 1;
    let isPlain = true;
    for (; at < end && bytes[at] !== QUOTE; at += 1) {
      if (bytes[at] !== BACKSLASH) continue;
      isPlain = false;
      at += 1;
    }
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

  private keyAt(bytes: Uint8Array, start: number, end: number, before: KnownKey): KnownKey | undefined {
    const expected = before.next;
    if (expected !== undefined && standsAt(bytes, start, expected.written)) return expected;
    if (bytes[start] !== QUOTE) return undefined;
    let at = start + 1;
    while (at < end && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    if (at >= end) return undefined;
    const written = bytes.slice(start, at + 1);
    const name = nameOf(written);
    const known = this.known.get(name);
    // One key can be written in two ways only where something is escaped.
    if (known === undefined && name.includes('\\')) return undefined;
    return (before.next = known ?? this.remember(written, NOWHERE));
  }

  private remember(written: Uint8Array, place: number): KnownKey {
    const key: KnownKey = { written, place, next: undefined };
    if (this.known.size < this.mostKnown) this.known.set(nameOf(written), key);
    return key;
  }
}

function standsAt(bytes: Uint8Array, start: number, written: Uint8Array): boolean {
  for (let index = written.length - 1; index >= 0; index -= 1) {
    if (bytes[start + index] !== written[index]) return false;
  }
  return true;
}

/** The place behind a list or an object. */
function nested(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      for (at += 1; at < end && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
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
