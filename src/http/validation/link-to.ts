import type { PipeTransform } from '@nestjs/common';
import { InvalidError, NotFoundError } from '../../domain/errors';
import { ParsedBy, readText, wireType } from './field';

/**
 * Hyperlink to a resource, absolute or path only; the DTO holds its last path segment.
 * @param collection for example `users`
 */
export const LinkTo = (collection: string) =>
  ParsedBy((sent) => readLink(sent, collection), { required: true });

/** Hyperlink; null and empty text count as absent. */
export const OptionalLink = (collection: string) =>
  ParsedBy((sent) => (sent === null || sent === '' ? undefined : readLink(sent, collection)));

/** Hyperlink; null and empty text become null, which clears the value. */
export const LinkOrNull = (collection: string) =>
  ParsedBy((sent) => (sent === null || sent === '' ? null : readLink(sent, collection)));

/** Hyperlink; any other text becomes empty text, which matches no resource. */
export const LinkOrUnknown = (collection: string) =>
  ParsedBy((sent) => resourceName(readText(sent), collection) ?? '', { required: true });

/** @throws InvalidError unless the value is a link into the collection */
export function readLink(sent: unknown, collection: string): string {
  if (typeof sent !== 'string' && sent !== null) {
    throw new InvalidError(`Incorrect type. Expected URL string, received ${wireType(sent)}.`);
  }
  const name = resourceName(readText(sent), collection);
  if (name === undefined) throw new InvalidError('Invalid hyperlink - No URL match.');
  return name;
}

/**
 * Returns the last path segment of a resource hyperlink sent by a client: absolute or path only, with or without
 * trailing slash or format suffix. Scheme and host are ignored (contract-assets 0.1).
 *
 * @param link for example `https://h/api/v2/users/ann/`
 * @param collection for example `users`
 * @returns the decoded segment, or undefined for any other link
 */
export function resourceName(link: string, collection: string): string | undefined {
  const path = link.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  const found = new RegExp(`^/+api/+v2/+${collection}/+([^/]+?)(?:\\.json)?/*$`).exec(path);
  if (found?.[1] === undefined) return undefined;
  try {
    return decodeURIComponent(found[1]);
  } catch {
    return undefined;
  }
}

/**
 * Pipe for a path segment that names one of a fixed set; any other segment is 404.
 * @param find returns the named value; undefined: there is none
 */
export const KnownSegment = <Value>(
  find: (segment: string) => Value | undefined,
): PipeTransform<string, Value> => ({
  transform(segment) {
    const found = find(segment);
    if (found === undefined) throw new NotFoundError();
    return found;
  },
});
