import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { registerDecorator, ValidateIf } from 'class-validator';
import { InvalidError } from '../../domain/errors';
import { readFlagWord } from '../../domain/text/flag-word';
import { isLongerThan } from '../../domain/text/text-length';
import { whyUnstorable } from '../../domain/text/unstorable-text';
import { DEEPEST_JSON, measureJson, MOST_JSON_TOKENS } from '../body/json-bounds';
import { SMALL_JSON_BYTES } from '../body/read-large-json';
import { JsonText } from '../json-text';

/** The words of refusals that clients know (contract-assets 0.3). */
const REQUIRED = 'This field is required.';
const NULL = 'This field may not be null.';
const NO_OBJECT = 'Unable to parse JSON';

/** Text that must be sent. @param maxLength in characters */
export const RequiredText = (maxLength?: number) =>
  Check('requiredText', (value) => (value === undefined ? REQUIRED : textProblem(value, maxLength)));

/** Text that may be absent. @param maxLength in characters */
export const OptionalText = (maxLength?: number) =>
  applyDecorators(
    WhenSent(),
    Check('optionalText', (value) => textProblem(value, maxLength)),
  );

/** A line as people type it: the blanks around it count for nothing, and a number is text too. */
export const OptionalLine = (maxLength?: number) => applyDecorators(OptionalText(maxLength), AsLine());

/** The same where it must be sent. */
export const RequiredLine = (maxLength?: number) => applyDecorators(RequiredText(maxLength), AsLine());

/** One of a closed set of words. */
export const OneOf = (values: readonly string[], { required }: { required: boolean }) =>
  applyDecorators(
    ...(required ? [] : [WhenSent()]),
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

/** A flag, also as the text that forms send. */
export const OptionalFlag = () =>
  applyDecorators(
    WhenSent(),
    Transform(({ value }: { value: unknown }) => readFlagWord(value)),
    Check('flag', (value) => {
      if (value === null) return NULL;
      return typeof value === 'boolean' ? undefined : 'Must be a valid boolean.';
    }),
  );

/** What empty text in the place of an object becomes: an empty object that can be told from one that was sent. */
export const EMPTY_TEXT: Readonly<Record<string, never>> = Object.freeze({});

/**
 * An object, or JSON text of one (contract-assets 0.6); empty text counts as an empty object, `EMPTY_TEXT`, and so does an
 * empty list where it is taken.
 */
export const OptionalObject = ({ takesEmptyList = true } = {}) =>
  applyDecorators(
    WhenSent(),
    Transform((field: Sent) => readJsonText(asSent(field))),
    Check('jsonObject', (value) =>
      !takesEmptyList && Array.isArray(value) ? NO_OBJECT : objectProblem(value),
    ),
  );

/** An object as above that must be sent; empty text counts as an empty object, which it may be. */
export const RequiredObject = () =>
  applyDecorators(
    Transform((field: Sent) => readJsonText(asSent(field))),
    Check('requiredObject', (value) => (value === undefined ? REQUIRED : objectProblem(value))),
  );

/** Sheets of a form: an object as above, or, where they are large, the bytes of JSON that is parsed elsewhere. */
export const OptionalSheets = () =>
  applyDecorators(
    WhenSent(),
    Transform((field: Sent) => readSheets(asSent(field))),
    Check('jsonObject', objectProblem),
  );

/** A field as a Transform is given it. */
interface Sent {
  readonly obj: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** A copy of what was sent. */
  readonly value: unknown;
}

/** Objects that are no forms are parsed up to this size, as whole bodies are. */
const MOST_OBJECT_BYTES = 1024 * 1024;

function objectProblem(value: unknown): string | undefined {
  if (value === null) return NULL;
  if (value instanceof JsonText) return 'This field is larger than 1 MB; send less of it.';
  const isObject = typeof value === 'object' && (!Array.isArray(value) || value.length === 0);
  return isObject ? undefined : NO_OBJECT;
}

/** JSON that is text already has no copy. */
function asSent({ obj, key, value }: Sent): unknown {
  const sent = obj[key];
  return sent instanceof JsonText ? sent : value;
}

function readSheets(value: unknown): unknown {
  if (value instanceof JsonText) return value.bytes;
  const isLargeText = typeof value === 'string' && value.length > SMALL_JSON_BYTES;
  return isLargeText ? Buffer.from(value) : readJsonText(value);
}

/**
 * A field that a rule of its own reads: what it makes of the value is what the DTO holds, and what it refuses is said of
 * this field.
 * @param read throws InvalidError for what it can't read; undefined from it counts as not sent
 */
export const ReadBy = (read: (sent: unknown) => unknown, { required = false } = {}) =>
  applyDecorators(
    ...(required ? [] : [WhenSent()]),
    Transform(({ value }: { value: unknown }) => readOrRefuse(read, value)),
    Check('readBy', (value) =>
      value === undefined ? REQUIRED : value instanceof Refusal ? value.sentence : undefined,
    ),
  );

/** @throws InvalidError for what is neither an object nor JSON text of one */
export function readObject(sent: unknown): Readonly<Record<string, unknown>> {
  const value = readJsonText(sent);
  const problem = Array.isArray(value) ? NO_OBJECT : objectProblem(value);
  if (problem !== undefined) throw new InvalidError(problem);
  return value as Readonly<Record<string, unknown>>;
}

/** What something else is called: whatever can be no name names nothing, and the DTO then holds empty text. */
export const NameOrUnknown = () => ReadBy((sent) => (textProblem(sent, undefined) === undefined ? sent : ''));

/** What must be sent where another field is not; what is sent is checked all the same. */
export const NeededUnless = (other: string) =>
  ValidateIf((dto: object, value: unknown) => value !== undefined || Reflect.get(dto, other) === undefined);

/** @throws InvalidError for what is no text that can be stored */
export function readText(sent: unknown): string {
  const problem = textProblem(sent, undefined);
  if (problem !== undefined) throw new InvalidError(problem);
  return sent as string;
}

/** The same of a line as people type it. */
export function readLine(sent: unknown): string {
  return readText(asLine(sent));
}

/**
 * A field that clients may send along without meaning it (null, empty) and that means something this service does not do:
 * better refused than passed over in silence.
 * @param harmless values that ask for what happens anyway
 */
export const Unsupported = (sentence: string, harmless: readonly unknown[] = []) =>
  Check('unsupported', (value) => (isEmpty(value) || harmless.includes(value) ? undefined : sentence));

/** What may be left out, but not be null. */
export const NotNull = () => Check('notNull', (value) => (value === null ? NULL : undefined));

/** Stands in the place of a value that could not be read, until the field is checked. */
class Refusal {
  constructor(readonly sentence: string) {}
}

function readOrRefuse(read: (sent: unknown) => unknown, value: unknown): unknown {
  try {
    return read(value);
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    const [sentences] = Object.values(error.fields ?? {});
    return new Refusal(Array.isArray(sentences) ? sentences.join(' ') : error.message);
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

/** Absent is left alone; null is a value and is checked. */
const WhenSent = () => ValidateIf((_, value: unknown) => value !== undefined);

function textProblem(value: unknown, maxLength: number | undefined): string | undefined {
  if (value === null) return NULL;
  if (typeof value !== 'string') return 'Not a valid string.';
  const unstorable = whyUnstorable(value);
  if (unstorable !== undefined) return `The text ${unstorable}.`;
  if (maxLength !== undefined && isLongerThan(maxLength, value)) {
    return `Ensure this field has no more than ${maxLength} characters.`;
  }
  return undefined;
}

/** Refuses a field with the sentence that tells what is wrong with it. */
export function Check(name: string, problemWith: (value: unknown) => string | undefined): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => problemWith(value) === undefined,
        defaultMessage: (given) => problemWith(given?.value) ?? '',
      },
    });
}

function readJsonText(value: unknown): unknown {
  if (value instanceof JsonText) {
    return value.bytes.length > MOST_OBJECT_BYTES ? value : readJsonText(value.bytes.toString());
  }
  if (typeof value !== 'string') return value;
  if (value.length > MOST_OBJECT_BYTES) return new JsonText(value);
  if (value.trim() === '') return EMPTY_TEXT;
  const { depth, tokens } = measureJson(value);
  if (depth > DEEPEST_JSON || tokens > MOST_JSON_TOKENS) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
