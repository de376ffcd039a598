import { InvalidError, TooLargeError } from '../../domain/errors';
import { MAX_JSON_DEPTH, measureJson } from './json-limits';

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
