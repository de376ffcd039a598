import { InvalidError, TooLargeError } from '../../domain/errors';
import { DEEPEST_JSON, measureJson } from './json-bounds';

/**
 * The value of JSON; an empty text counts as `{}`. It is measured first, for what is small as text can be large as a
 * value.
 * @param mostTokens strings, lists, objects and their parts; in proportion to the memory that they take
 * @throws InvalidError, TooLargeError
 */
export function readJson(text: string, mostTokens: number): unknown {
  if (text === '') return {};
  const { depth, tokens } = measureJson(text);
  if (depth > DEEPEST_JSON) {
    throw new InvalidError(`The JSON nests deeper than ${DEEPEST_JSON} levels; make it flatter.`);
  }
  if (tokens > mostTokens) {
    throw new TooLargeError(`The JSON has more than ${mostTokens} values; send less at a time.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidError('JSON parse error - the body is not valid JSON; mend it, or send it as a form.');
  }
}
