/** Deeper JSON than this is an attack: no form and no filter nests so far. */
export const DEEPEST_JSON = 100;
/** Twice what the largest forms have that anybody was seen to send. */
export const MOST_JSON_TOKENS = 2_000_000;

/** What a text of JSON would cost, known before anything is made of it. */
export interface JsonMeasure {
  /** Levels of lists and objects inside each other. */
  readonly depth: number;
  /** Strings, brackets and commas: in proportion to what parsing makes. */
  readonly tokens: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Measures text that need not be valid JSON; of a string, its length is no cost. */
export function measureJson(text: string): JsonMeasure {
  let depth = 0;
  let deepest = 0;
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        tokens += 1;
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        tokens += 1;
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x2c: // ,
        tokens += 1;
    }
  }
  return { depth: deepest, tokens };
}

/** The place of the quote that closes the string which opens at `start`; the end of the text when none does. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
