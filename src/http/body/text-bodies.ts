import { parse as parseQuery } from 'node:querystring';
import { UnsupportedMediaTypeException } from '@nestjs/common';
import { TooLargeError } from '../../domain/errors';
import { asForm } from './form-names';

/** Charsets whose every byte sequence has one meaning for all clients that exist. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'utf-16', 'utf-16le']);

/** The charset that a body is in: UTF-8 when its type names none. @throws HTTP's 415 for one that is not read */
export function charsetOf(contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!CHARSETS.has(charset)) throw new UnsupportedMediaTypeException('Send the body as UTF-8.');
  return charset;
}

/** HTTP's 415 for a body whose type is neither JSON nor a form. */
export function unreadableType(contentType: string): UnsupportedMediaTypeException {
  const type = contentType.split(';', 1)[0]!.trim().slice(0, 100);
  return new UnsupportedMediaTypeException(
    `Unsupported media type "${type}" in request. Send JSON, or a form.`,
  );
}

/** The fields of an urlencoded body; one that comes twice holds a list. @throws TooLargeError */
export function readFields(text: string, mostFields: number): Record<string, unknown> {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1 && count <= mostFields; at = text.indexOf('&', at + 1))
    count += 1;
  if (count > mostFields) {
    throw new TooLargeError(`The form has more fields than the ${mostFields} that are taken.`);
  }
  const fields = parseQuery(text, '&', '=', { maxKeys: 0 });
  return asForm(fields, new Set(Object.keys(fields).filter((name) => Array.isArray(fields[name]))));
}
