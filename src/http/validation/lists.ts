import { applyDecorators, SetMetadata, type Type as Class, type PipeTransform } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { InvalidError, NotFoundError } from '../../domain/errors';
import { isJsonObject } from '../../domain/text/json-value';
import { unstorableReason } from '../../domain/text/unstorable-text';
import { Check, ParsedBy, notAList, readText, wireType } from './field';

const LIST_FIELD = 'list-field';

/** Body is a bare list; the DTO and its errors hold it under this name. */
export const BareList = (field: string) => SetMetadata(LIST_FIELD, field);

/** Returns the name set by `BareList`; undefined for other DTOs. */
export function listFieldOf(dto: object | undefined): string | undefined {
  return dto === undefined ? undefined : (Reflect.getMetadata(LIST_FIELD, dto) as string | undefined);
}

/** List of objects, each validated as `item`. */
export const ListOf = (item: () => Class) =>
  applyDecorators(Type(item), ValidateNested({ each: true }), Check('listOf', objectListProblem));

function objectListProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return notAList(value);
  return value.every(isJsonObject) ? undefined : 'Expected a list of objects.';
}

export const OptionalTexts = () => applyDecorators(RepeatsInForms(), ParsedBy(readTexts));

/** @throws InvalidError unless the value is a list of texts */
function readTexts(sent: unknown): string[] {
  const problem = textListProblem(sent);
  if (problem !== undefined) throw new InvalidError(problem);
  return sent as string[];
}

export const RequiredTexts = () => applyDecorators(RepeatsInForms(), Check('requiredTexts', textListProblem));

const REPEATED_FIELDS = 'repeated-fields';

/** Reads a field of a form as a list, also when sent once. */
function RepeatsInForms(): PropertyDecorator {
  return (target, property) => {
    const names = new Set([...repeatedFieldsOf(target.constructor), String(property)]);
    Reflect.defineMetadata(REPEATED_FIELDS, names, target.constructor);
  };
}

export function repeatedFieldsOf(dto: object | undefined): ReadonlySet<string> {
  const names = dto && (Reflect.getMetadata(REPEATED_FIELDS, dto) as ReadonlySet<string> | undefined);
  return names ?? new Set();
}

function textListProblem(value: unknown): string | undefined {
  if (value === undefined) return 'This field is required.';
  if (!Array.isArray(value)) return notAList(value);
  return value.every((each) => typeof each === 'string' && unstorableReason(each) === undefined)
    ? undefined
    : 'Expected a list of texts.';
}

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
