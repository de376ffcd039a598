import { InvalidError } from '../errors';
import { wireDate } from '../text/wire-date';
import type { MemberField, Operand } from './filter';
import type { SubmissionField } from './submission-field';

/** Tells whether the answers to a question are numbers. */
export type IsNumeric = (path: string) => boolean;

/**
 * What a value of a query stands for beside a field: null, an operand, or undefined for what no such field can be.
 * Answers are texts. A JSON number is compared with them as a number where the question is numeric, and equals none
 * of them elsewhere (contract-data 2.2, decision 21).
 * @throws InvalidError for an `_id` that is no number, and for dates that are none
 */
export function readOperand(
  field: SubmissionField | MemberField,
  value: unknown,
  isNumeric: IsNumeric,
): Operand | null | undefined {
  if (value === null) return null;
  if (typeof value === 'object') return readExtended(value as Readonly<Record<string, unknown>>);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  switch (field.source) {
    case 'system':
      return value;
    case 'answer':
      return textOrNumber(value, field.path, isNumeric);
    case 'member':
      return textOrNumber(value, field.path.at(-1) ?? '', isNumeric);
    case 'column':
      if (field.column === 'id') return readId(value);
      if (typeof value !== 'string') return undefined;
      if (field.column === 'modifiedAt') return inWireDate(value);
      return field.column === 'submittedAt' ? inUtc(value) : value;
  }
}

function textOrNumber(value: Operand, path: string, isNumeric: IsNumeric): Operand | undefined {
  return typeof value === 'string' || (typeof value === 'number' && isNumeric(path)) ? value : undefined;
}

/** Ids are whole numbers, also where they come as text. */
function readId(value: string | number | boolean): number {
  const id = typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
  if (typeof id !== 'number')
    throw new InvalidError('Unsupported query: _id is compared with whole numbers.');
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.trunc(id), Number.MAX_SAFE_INTEGER));
}

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;

/**
 * `_submission_time` is a text in UTC without zone, and compared as a text. A moment with a zone is put into the same
 * words, so that the texts are in the order of the moments.
 */
function inUtc(text: string): string {
  return (
    momentOf(text)
      ?.toISOString()
      .replace(/(\.000)?Z$/, '') ?? text
  );
}

/** The same for `_date_modified`, which is written as other dates are. */
function inWireDate(text: string): string {
  const moment = momentOf(text);
  return moment === undefined ? text : wireDate(moment);
}

function momentOf(text: string): Date | undefined {
  const moment = ZONED.test(text) ? new Date(text) : undefined;
  return moment === undefined || Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Dates and ids of MongoDB's own are no values of any field; what pretends to be one is refused (decision 38). */
function readExtended(value: Readonly<Record<string, unknown>>): undefined {
  if (Array.isArray(value)) return undefined;
  const { $date: date, $oid: oid } = value;
  if (date !== undefined && !((typeof date === 'string' || typeof date === 'number') && isDate(date))) {
    throw new InvalidError('Unsupported query: $date needs a date such as "2026-03-01T00:00:00Z".');
  }
  if (oid !== undefined && !(typeof oid === 'string' && /^[0-9a-f]{24}$/i.test(oid))) {
    throw new InvalidError('Unsupported query: $oid needs 24 hexadecimal digits.');
  }
  return undefined;
}

function isDate(date: string | number): boolean {
  return !Number.isNaN(new Date(date).getTime());
}
