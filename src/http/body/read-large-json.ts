import { DomainError, TooLargeError } from '../../domain/errors';
import { readJson } from './read-json';

/** JSON larger than this is not parsed on the event loop where something large is meant to come. */
export const SMALL_JSON_BYTES = 32 * 1024;

/** A body of JSON as it came. */
export interface LargeJson {
  readonly bytes: Uint8Array;
  /** One that TextDecoder knows. */
  readonly charset: string;
  readonly mostTokens: number;
}

/** A body that was parsed elsewhere, or why it is none. */
export type LargeBody =
  | {
      readonly kind: 'object';
      /** Members and texts of the body, without those below. */
      readonly rest: Readonly<Record<string, unknown>>;
      /** Members that are large themselves, as JSON in UTF-8. */
      readonly large: Readonly<Record<string, Uint8Array>>;
    }
  | { readonly kind: 'invalid' | 'too-large'; readonly message: string };

/** Characters that may be left of a body without its large members and its texts. */
const MOST_OF_THE_REST = 1024 * 1024;

/**
 * Parses a body. What is large of it stays JSON, to be parsed again where it is wanted, or to be handed on unseen. Texts
 * are texts, whatever their length. Total, and plain data in and out.
 */
export function readLargeJson({ bytes, charset, mostTokens }: LargeJson): LargeBody {
  try {
    return partsOf(readJson(new TextDecoder(charset).decode(bytes), mostTokens));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { kind: error instanceof TooLargeError ? 'too-large' : 'invalid', message: error.message };
  }
}

function partsOf(value: unknown): LargeBody {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'invalid', message: 'Send the body as a JSON object or as a form.' };
  }
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => ({
    name,
    member,
    json: typeof member === 'string' ? '' : JSON.stringify(member),
  }));
  const isLarge = ({ json }: { json: string }): boolean => json.length > SMALL_JSON_BYTES;
  const rest = members.filter((each) => !isLarge(each));
  if (rest.reduce((sum, { name, json }) => sum + name.length + json.length, 0) > MOST_OF_THE_REST) {
    return { kind: 'too-large', message: 'The body has too many members; send those that the route knows.' };
  }
  return {
    kind: 'object',
    rest: Object.fromEntries(rest.map(({ name, member }) => [name, member])),
    large: Object.fromEntries(members.filter(isLarge).map(({ name, json }) => [name, Buffer.from(json)])),
  };
}
