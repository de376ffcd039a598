import { TooLargeError } from '../../domain/errors';
import { JsonText } from '../json-text';

/** Limit per member of an object that a request handler parses in the main thread. */
const MAX_MEMBER_BYTES = 1024 * 1024;

/**
 * Parses the members of a body that were kept as serialized JSON because they are large.
 * @throws TooLargeError for a member of more than 1 MB
 */
export function parsedMembers(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, parsed(member)]));
}

function parsed(member: unknown): unknown {
  if (!(member instanceof JsonText)) return member;
  const { bytes } = member;
  if (bytes.length > MAX_MEMBER_BYTES) throw new TooLargeError('A member is larger than 1 MB. Send less.');
  return JSON.parse(bytes.toString()) as unknown;
}
