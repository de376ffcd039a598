import { parse as parseQuery } from 'node:querystring';
import { UnsupportedMediaTypeException } from '@nestjs/common';
import { TooLargeError } from '../../domain/errors';
import { markRepeatedFields } from './repeated-fields';

/** Charsets that all clients encode alike. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'utf-16', 'utf-16le']);

/** Returns the charset of a Content-Type, UTF-8 by default. @throws HTTP 415 for an unsupported one */
export function charsetOf(contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!CHARSETS.has(charset))
    throw new UnsupportedMediaTypeException('Unsupported charset. Send the body as UTF-8.');
  return charset;
}

export function unsupportedMediaType(contentType: string): UnsupportedMediaTypeException {
  const type = contentType.split(';', 1)[0]!.trim().slice(0, 100);
  return new UnsupportedMediaTypeException(
    `Unsupported media type "${type}" in request. Send JSON, or a form.`,
  );
}

/** Parses a urlencoded body; a repeated field holds a list. @throws TooLargeError */
export function readFields(text: string, maxFields: number): Record<string, unknown> {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1 && count <= maxFields; at = text.indexOf('&', at + 1))
    count += 1;
  if (count > maxFields) {
    throw new TooLargeError(`The form has more than ${maxFields} fields. Send fewer.`);
  }
  const fields = parseQuery(text, '&', '=', { maxKeys: 0 });
  return markRepeatedFields(
    fields,
    new Set(Object.keys(fields).filter((name) => Array.isArray(fields[name]))),
  );
}
