import { InvalidError, TooLargeError } from '../../domain/errors';
import { isJsonObject } from '../../domain/text/json-value';
import { parseJson } from './read-json';

/** Larger JSON is parsed in a worker thread. */
export const MAX_INLINE_JSON_BYTES = 32 * 1024;

export interface LargeJson {
  readonly bytes: Uint8Array;
  /** Label that TextDecoder supports. */
  readonly charset: string;
  readonly maxTokens: number;
}

/** Members of a parsed body. */
export interface LargeBody {
  /** Small members, and strings of any length. */
  readonly rest: Readonly<Record<string, unknown>>;
  /** Large members, as JSON in UTF-8. */
  readonly large: Readonly<Record<string, Uint8Array>>;
}

/** Limit on the small members together, without strings. */
const MAX_REST_CHARACTERS = 1024 * 1024;

/**
 * Parses a JSON body but keeps large members serialized, for a cheap transfer between threads.
 * @throws InvalidError when the body is not a JSON object, TooLargeError for too many values or members
 */
export function readLargeJson({ bytes, charset, maxTokens }: LargeJson): LargeBody {
  const value = parseJson(new TextDecoder(charset).decode(bytes), maxTokens);
  if (!isJsonObject(value)) throw new InvalidError('Send the body as a JSON object or as a form.');
  const members = Object.entries(value).map(([name, member]) => ({
    name,
    member,
    json: typeof member === 'string' ? '' : JSON.stringify(member),
  }));
  const isLarge = ({ json }: { json: string }): boolean => json.length > MAX_INLINE_JSON_BYTES;
  const rest = members.filter((each) => !isLarge(each));
  if (rest.reduce((sum, { name, json }) => sum + name.length + json.length, 0) > MAX_REST_CHARACTERS) {
    throw new TooLargeError('The body has too many members. Send only those that the route documents.');
  }
  return {
    rest: Object.fromEntries(rest.map(({ name, member }) => [name, member])),
    large: Object.fromEntries(members.filter(isLarge).map(({ name, json }) => [name, Buffer.from(json)])),
  };
}
