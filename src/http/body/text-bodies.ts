import { parse as parseQuery } from 'node:querystring';
import { UnsupportedMediaTypeException } from '@nestjs/common';
import { InvalidError, TooLargeError } from '../../domain/errors';
import { DEEPEST_JSON, measureJson } from './json-bounds';

/** Bounds on what a body of text may become. */
export interface TextBounds {
  /** Strings, lists, objects and their parts; in proportion to the memory that they take. */
  readonly jsonTokens: number;
  readonly fields: number;
}

/** Charsets whose every byte sequence has one meaning for all clients that exist. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'utf-16', 'utf-16le']);

/** The text of a body. @param contentType names the charset; UTF-8 when it names none */
export function readText(bytes: Buffer, contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!CHARSETS.has(charset)) throw new UnsupportedMediaTypeException('Send the body as UTF-8.');
  return new TextDecoder(charset).decode(bytes);
}

/**
 * The value of a JSON body; an empty one counts as `{}`. It is measured first, for what is small as text can be large as
 * a value.
 * @throws InvalidError, TooLargeError
 */
export function readJson(text: string, { jsonTokens }: TextBounds): unknown {
  if (text === '') return {};
  const { depth, tokens } = measureJson(text);
  if (depth > DEEPEST_JSON) {
    throw new InvalidError(`The JSON nests deeper than ${DEEPEST_JSON} levels; make it flatter.`);
  }
  if (tokens > jsonTokens) {
    throw new TooLargeError(`The JSON has more than ${jsonTokens} values; send less at a time.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidError('JSON parse error - the body is not valid JSON; mend it, or send it as a form.');
  }
}

/** The fields of an urlencoded body; one that comes twice holds a list. @throws TooLargeError */
export function readFields(text: string, { fields }: TextBounds): Record<string, unknown> {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1 && count <= fields; at = text.indexOf('&', at + 1)) count += 1;
  if (count > fields) throw new TooLargeError(`The form has more fields than the ${fields} that are taken.`);
  return parseQuery(text, '&', '=', { maxKeys: 0 });
}
