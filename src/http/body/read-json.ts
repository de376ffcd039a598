import { InvalidError, TooLargeError } from '../../domain/errors';
import { endOfString, parseLossless } from '../../domain/text/lossless-json';

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
    return parseLossless(text);
  } catch {
    throw new InvalidError('JSON parse error - the body is not valid JSON. Correct it, or send a form.');
  }
}
