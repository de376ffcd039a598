import { listElements } from '../../domain/text/json-list';
import { parseLossless } from '../../domain/text/lossless-json';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { registerDecorator, ValidateIf } from 'class-validator';
import { InvalidError } from '../../domain/errors';
import { isJsonObject, parseBooleanFlag } from '../../domain/text/json-members';
import { isLongerThan, unstorableReason } from '../../domain/text/unstorable-text';
import { MAX_INLINE_JSON_BYTES, MAX_JSON_DEPTH, measureJson, MAX_JSON_TOKENS } from '../body/read-json';
import { JsonText } from '../json-text';

/** Error messages fixed by contract-assets 0.3. */
const REQUIRED = 'This field is required.';
const NULL = 'This field may not be null.';
const NO_OBJECT = 'Unable to parse JSON';

/** Required text. @param maxLength in characters */
export const RequiredText = (maxLength?: number) =>
  Check('requiredText', (value) => (value === undefined ? REQUIRED : textProblem(value, maxLength)));

/** Optional text. @param maxLength in characters */
export const OptionalText = (maxLength?: number) =>
  applyDecorators(
    IfPresent(),
    Check('optionalText', (value) => textProblem(value, maxLength)),
  );

/** Optional single-line text: trimmed, and numbers are accepted as text. */
export const OptionalLine = (maxLength?: number) => applyDecorators(OptionalText(maxLength), AsLine());

/** Required single-line text, read likewise. */
export const RequiredLine = (maxLength?: number) => applyDecorators(RequiredText(maxLength), AsLine());

/** One of a closed set of values. */
export const OneOf = (values: readonly string[], { required }: { required: boolean }) =>
  applyDecorators(
    ...(required ? [] : [IfPresent()]),
    Check('oneOf', (value) =>
      value === undefined
        ? REQUIRED
        : value === null
          ? NULL
          : typeof value === 'string' && values.includes(value)
            ? undefined
            : `${JSON.stringify(value)} is not a valid choice.`,
    ),
  );

/** Boolean, also as the text that forms send. */
export const OptionalFlag = () =>
  applyDecorators(
    IfPresent(),
    Transform(({ value }: { value: unknown }) => parseBooleanFlag(value)),
    Check('flag', (value) => {
      if (value === null) return NULL;
      return typeof value === 'boolean' ? undefined : 'Must be a valid boolean.';
    }),
  );

/** Value of an object field sent as empty text; distinguishable from an empty object by identity. */
export const EMPTY_TEXT: Readonly<Record<string, never>> = Object.freeze({});

/** Object, or JSON text of one (contract-assets 0.6). Empty text becomes `EMPTY_TEXT`; an empty list may be accepted. */
export const OptionalObject = ({ takesEmptyList: acceptsEmptyList = true } = {}) =>
  applyDecorators(
    IfPresent(),
    Transform((field: TransformInput) => readJsonText(rawValue(field))),
    Check('jsonObject', (value) =>
      !acceptsEmptyList && Array.isArray(value) ? NO_OBJECT : objectProblem(value),
    ),
  );

/** Required object, read likewise. */
export const RequiredObject = () =>
  applyDecorators(
    Transform((field: TransformInput) => readJsonText(rawValue(field))),
    Check('requiredObject', (value) => (value === undefined ? REQUIRED : objectProblem(value))),
  );

/** Sheets of a form: an object as above, or, when large, unparsed JSON bytes for the form engine. */
export const OptionalSheets = () =>
  applyDecorators(
    IfPresent(),
    Transform((field: TransformInput) => readSheets(rawValue(field))),
    Check('jsonObject', objectProblem),
  );

/** Required object as JSON in UTF-8. JSON text of one is not accepted: it would have to be parsed here. */
export const RequiredJson = () =>
  applyDecorators(
    Transform((field: TransformInput) => jsonBytes(rawValue(field))),
    Check('requiredJson', (value) =>
      value === undefined ? REQUIRED : value instanceof Uint8Array ? undefined : 'Send an object.',
    ),
  );

function jsonBytes(value: unknown): unknown {
  const bytes =
    value instanceof JsonText
      ? value.bytes
      : isJsonObject(value)
        ? Buffer.from(JSON.stringify(value))
        : value;
  return bytes instanceof Uint8Array && bytes[0] !== OPENING_BRACE ? null : bytes;
}

const OPENING_BRACE = 0x7b;

interface TransformInput {
  readonly obj: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly value: unknown;
}

const MAX_OBJECT_BYTES = 1024 * 1024;

function objectProblem(value: unknown): string | undefined {
  if (value === null) return NULL;
  if (value instanceof JsonText) return 'This field is larger than 1 MB. Send less.';
  const isObject = typeof value === 'object' && (!Array.isArray(value) || value.length === 0);
  return isObject ? undefined : NO_OBJECT;
}

/** Returns serialized JSON uncopied; class-transformer would copy it. */
function rawValue({ obj, key, value }: TransformInput): unknown {
  const sent = obj[key];
  return sent instanceof JsonText ? sent : value;
}

function readSheets(value: unknown): unknown {
  if (value instanceof JsonText) return value.bytes;
  const isLargeText = typeof value === 'string' && value.length > MAX_INLINE_JSON_BYTES;
  return isLargeText ? Buffer.from(value) : readJsonText(value);
}

/**
 * Field with its own parser; errors are reported on this field.
 * @param read gets a large list or object as `JsonText`; throws InvalidError for invalid values; undefined counts as absent
 */
export const ParsedBy = (read: (sent: unknown) => unknown, { required = false } = {}) =>
  applyDecorators(
    ...(required ? [] : [IfPresent()]),
    Transform((field: TransformInput) => parseOrFail(read, rawValue(field))),
    Check('readBy', (value) =>
      value === undefined ? REQUIRED : value instanceof ParseFailure ? value.message : undefined,
    ),
  );

/** @throws InvalidError unless the value is an object or JSON text of one */
export function readObject(sent: unknown): Readonly<Record<string, unknown>> {
  const value = readJsonText(sent);
  const problem = Array.isArray(value) ? NO_OBJECT : objectProblem(value);
  if (problem !== undefined) throw new InvalidError(problem);
  return value as Readonly<Record<string, unknown>>;
}

/** Elements of a list; those of a large one are parsed whenever it is iterated. @returns undefined for any other value */
export function readList(sent: unknown): Iterable<unknown> | undefined {
  if (Array.isArray(sent)) return sent as unknown[];
  const json = sent instanceof JsonText ? sent.bytes.toString() : '';
  return json.startsWith('[') ? { [Symbol.iterator]: () => listElements(json) } : undefined;
}

/** Name of another resource; invalid values become empty text, which matches none. */
export const NameOrUnknown = () =>
  ParsedBy((sent) => (textProblem(sent, undefined) === undefined ? sent : ''));

/** Required unless another field is present; validated whenever present. */
export const RequiredUnless = (other: string) =>
  ValidateIf((dto: object, value: unknown) => value !== undefined || Reflect.get(dto, other) === undefined);

/** @throws InvalidError unless the value is storable text */
export function readText(sent: unknown): string {
  const problem = textProblem(sent, undefined);
  if (problem !== undefined) throw new InvalidError(problem);
  return sent as string;
}

/** Reads single-line text: trimmed, and numbers are accepted. @throws InvalidError */
export function readLine(sent: unknown): string {
  return readText(asLine(sent));
}

/**
 * Rejects a field for a feature that this service lacks, unless it is null, empty or harmless.
 * @param harmless values that match the default behaviour
 */
export const Unsupported = (message: string, harmless: readonly unknown[] = []) =>
  Check('unsupported', (value) => (isEmpty(value) || harmless.includes(value) ? undefined : message));

/** Optional, but not null. */
export const NotNull = () => Check('notNull', (value) => (value === null ? NULL : undefined));

/** Replaces a value that failed to parse until validation reports it. */
class ParseFailure {
  constructor(readonly message: string) {}
}

function parseOrFail(read: (sent: unknown) => unknown, value: unknown): unknown {
  try {
    return read(value);
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    const [messages] = Object.values(error.fields ?? {});
    return new ParseFailure(Array.isArray(messages) ? messages.join(' ') : error.message);
  }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === '{}') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

const AsLine = () => Transform(({ value }: { value: unknown }) => asLine(value));

function asLine(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : value;
}

/** Skips validation of absent values; null is validated. */
const IfPresent = () => ValidateIf((_, value: unknown) => value !== undefined);

function textProblem(value: unknown, maxLength: number | undefined): string | undefined {
  if (value === null) return NULL;
  if (typeof value !== 'string') return 'Not a valid string.';
  const unstorable = unstorableReason(value);
  if (unstorable !== undefined) return `The text ${unstorable}.`;
  if (maxLength !== undefined && isLongerThan(maxLength, value)) {
    return `Ensure this field has no more than ${maxLength} characters.`;
  }
  return undefined;
}

/** @param findProblem returns the error message for a value; undefined when valid */
export function Check(name: string, findProblem: (value: unknown) => string | undefined): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => findProblem(value) === undefined,
        defaultMessage: (args) => findProblem(args?.value) ?? '',
      },
    });
}

function readJsonText(value: unknown): unknown {
  if (value instanceof JsonText) {
    return value.bytes.length > MAX_OBJECT_BYTES ? value : readJsonText(value.bytes.toString());
  }
  if (typeof value !== 'string') return value;
  if (value.length > MAX_OBJECT_BYTES) return new JsonText(value);
  if (value.trim() === '') return EMPTY_TEXT;
  const { depth, tokens } = measureJson(value);
  if (depth > MAX_JSON_DEPTH || tokens > MAX_JSON_TOKENS) return value;
  try {
    return parseLossless(value);
  } catch {
    return value;
  }
}

/** Returns the type name of a JSON value for error messages (contract-assets 3.7). */
export function wireType(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'int' : 'float';
    default:
      return 'dict';
  }
}

/** Error of a value that should be a list. */
export function notAList(value: unknown): string {
  return `Expected a list of items but got type "${wireType(value)}".`;
}
