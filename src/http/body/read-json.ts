import { InvalidError, TooLargeError } from '../../domain/errors';

/** Deeper than any form or filter: JSON beyond it is an attack. */
export const MAX_JSON_DEPTH = 100;
/** Twice the tokens of the largest forms seen in practice. */
export const MAX_JSON_TOKENS = 2_000_000;

/** Estimated cost of parsing a JSON text. */
interface JsonComplexity {
  readonly depth: number;
  /** Strings, brackets and commas: proportional to memory after parsing. */
  readonly tokens: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Measures a JSON text without parsing it; it need not be valid. String length does not count. */
export function measureJson(text: string): JsonComplexity {
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

/** Returns the index of the closing quote of the string at `start`; the text's length when unterminated. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * Parses JSON after checking depth and token count, since a small text can become a large value. Empty text is `{}`.
 * @param maxTokens limit on tokens, as `measureJson` counts them
 * @throws InvalidError, TooLargeError
 */
export function parseJson(text: string, maxTokens: number): unknown {
  if (text === '') return {};
  const { depth, tokens } = measureJson(text);
  if (depth > MAX_JSON_DEPTH) {
    throw new InvalidError(`The JSON nests deeper than ${MAX_JSON_DEPTH} levels. Make it flatter.`);
  }
  if (tokens > maxTokens) {
    throw new TooLargeError(`The JSON has more than ${maxTokens} values. Send less at a time.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidError('JSON parse error - the body is not valid JSON. Correct it, or send a form.');
  }
}
