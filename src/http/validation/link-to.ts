import { InvalidError } from '../../domain/errors';
import { resourceName } from '../url/resource-path';
import { ReadBy, readText } from './field';
import { wireType } from './wire-type';

/**
 * A hyperlink to something of ours, absolute or path only; the DTO holds the name that it ends with.
 * @param collection for example `users`
 */
export const LinkTo = (collection: string, { required = true } = {}) =>
  ReadBy((sent) => readLink(sent, collection), { required });

/** A hyperlink that clients send as null or as empty text when they mean none. */
export const LinkOrNothing = (collection: string) =>
  ReadBy((sent) => (sent === null || sent === '' ? undefined : readLink(sent, collection)));

/** The same where meaning none is another thing than saying nothing: the DTO then holds null. */
export const LinkOrNull = (collection: string) =>
  ReadBy((sent) => (sent === null || sent === '' ? null : readLink(sent, collection)));

/** The same where whatever is no such link names nothing: the DTO then holds empty text. */
export const LinkOrUnknown = (collection: string) =>
  ReadBy((sent) => resourceName(readText(sent), collection) ?? '', { required: true });

/** @throws InvalidError for what is no link into the collection */
export function readLink(sent: unknown, collection: string): string {
  if (typeof sent !== 'string' && sent !== null) {
    throw new InvalidError(`Incorrect type. Expected URL string, received ${wireType(sent)}.`);
  }
  const name = resourceName(readText(sent), collection);
  if (name === undefined) throw new InvalidError('Invalid hyperlink - No URL match.');
  return name;
}
