import { InvalidError } from '../errors';
import type { Filter, Pattern, MemberField, Operand } from './mongo-expression';
import { isKeptAsText, wholeNumberOf } from '../text/lossless-json';
import { wireDate } from '../text/wire-date';
import type { SubmissionField } from './submission-field';

/** MongoDB's `$options`; `u` has no effect: all text is Unicode. */
const OPTIONS = /^[imsxu]*$/;
/** Inline options, as in `(?i)wells`. */
const LEADING_OPTIONS = /^\(\?([imsxu]+)\)/;
/** An escape, or a bracket expression, in which escapes are the same in both dialects. */
const ESCAPE_OR_SET = /\\(x[0-9A-Fa-f]{2}|[^])|\[\^?\]?(?:\\[^]|[^\]\\])*\]?/g;
const REPETITIONS = /\{(\d*)(?:,(\d*))?\}/g;

/** Plain text, with or without anchors; escaped punctuation stands for itself. */
const LITERAL = /^(\^?)((?:[^\\^$.|?*+()[\]{}]|\\[^A-Za-z0-9])*)(\$?)$/;

/**
 * Filter for a regular expression. One that is plain text, such as `^image/`, becomes a text search: it costs less, and
 * its cost does not depend on the expression.
 * @throws InvalidError as `readPattern`
 */
export function patternFilter<Field>(field: Field, expression: string, options: string): Filter<Field> {
  const pattern = readPattern(expression, options);
  const literal = pattern.multiline || pattern.extended ? null : LITERAL.exec(pattern.source);
  if (literal === null) return { kind: 'matches', field, pattern };
  const [, start, text, end] = literal as unknown as [string, string, string, string];
  const at = start === '' ? (end === '' ? 'anywhere' : 'end') : end === '' ? 'start' : 'whole';
  return {
    kind: 'search',
    field,
    text: text.replace(/\\([^])/g, '$1'),
    at,
    ignoreCase: pattern.ignoreCase,
  };
}

/**
 * Translates a Perl-compatible regular expression to PostgreSQL's dialect; only PostgreSQL checks the rest of its syntax.
 * Refuses what enables ReDoS.
 * @throws InvalidError for long expressions, backreferences, large repetition counts, and comments, which could hide those
 */
export function readPattern(expression: string, options: string): Pattern {
  if (expression.length > QUERY_LIMITS.patternLength) {
    throw new InvalidError(
      `A regular expression can have at most ${QUERY_LIMITS.patternLength} characters. Shorten it.`,
    );
  }
  if (!OPTIONS.test(options)) throw new InvalidError('Unknown regular expression option. Use i, m, s or x.');
  for (const [, min, max] of expression.matchAll(REPETITIONS)) {
    if (Math.max(Number(min), Number(max ?? 0)) > QUERY_LIMITS.patternRepetitions) {
      throw new InvalidError(
        `A repetition count in a regular expression can be at most ${QUERY_LIMITS.patternRepetitions}. Use * or +.`,
      );
    }
  }
  const letters = options + (LEADING_OPTIONS.exec(expression)?.[1] ?? '');
  const pattern = expression.replace(LEADING_OPTIONS, '');
  const isExtended = letters.includes('x');
  assertNoComments(pattern, isExtended);
  return {
    source: pattern.replace(ESCAPE_OR_SET, (text, escaped: string | undefined) =>
      translateEscape(text, escaped),
    ),
    ignoreCase: letters.includes('i'),
    multiline: letters.includes('m'),
    dotAll: letters.includes('s'),
    extended: isExtended,
  };
}

/** @throws InvalidError for comments, which would make PostgreSQL parse the rest differently from here */
function assertNoComments(pattern: string, isExtended: boolean): void {
  const outsideSets = pattern.replace(ESCAPE_OR_SET, '');
  if (outsideSets.includes(isExtended ? '#' : '(?#')) {
    throw new InvalidError(
      'Comments in regular expressions are not supported. Remove them, or write \\# for a literal #.',
    );
  }
}

function translateEscape(text: string, escaped: string | undefined): string {
  if (escaped === undefined) return text;
  if (/^[1-9]/.test(escaped)) {
    throw new InvalidError('Backreferences in regular expressions are not supported. Remove "\\1".');
  }
  if (/^x./.test(escaped)) return `\\u00${escaped.slice(1)}`;
  return { b: '\\y', B: '\\Y', z: '\\Z' }[escaped] ?? text;
}

/** True if the question at a path has numeric answers. */
export type IsNumeric = (path: string) => boolean;

/**
 * Converts a JSON value of a query to an operand for a field. Answers are texts: a JSON number compares with those of numeric
 * questions and matches no others (contract-data 2.2, decision 21).
 * @returns undefined for a value that the field can't have
 * @throws InvalidError for an `_id` that is not a number, and for invalid extended JSON
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
      if (field.column === 'modifiedAt') return toWireDate(value);
      return field.column === 'submittedAt' ? toUtcText(value) : value;
  }
}

function textOrNumber(value: Operand, path: string, isNumeric: IsNumeric): Operand | undefined {
  // Numbers that a double does not hold are parsed as text: whole ones compare by all their digits, others as doubles.
  if (typeof value === 'string' && isNumeric(path) && isKeptAsText(value)) {
    const whole = wholeNumberOf(value);
    if (whole !== undefined) return whole;
    return Number.isFinite(Number(value)) ? Number(value) : undefined;
  }
  return typeof value === 'string' || (typeof value === 'number' && isNumeric(path)) ? value : undefined;
}

function readId(value: string | number | boolean): number {
  const id = typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
  if (typeof id !== 'number')
    throw new InvalidError('Unsupported query: _id can be compared with whole numbers only.');
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.trunc(id), Number.MAX_SAFE_INTEGER));
}

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;

/** `_submission_time` is compared as text in UTC without zone: converts a timestamp with zone to that form. */
function toUtcText(text: string): string {
  return (
    parseZoned(text)
      ?.toISOString()
      .replace(/(\.000)?Z$/, '') ?? text
  );
}

/** Converts `_date_modified` likewise; it has the format of other dates. */
function toWireDate(text: string): string {
  const timestamp = parseZoned(text);
  return timestamp === undefined ? text : wireDate(timestamp);
}

function parseZoned(text: string): Date | undefined {
  const timestamp = ZONED.test(text) ? new Date(text) : undefined;
  return timestamp === undefined || Number.isNaN(timestamp.getTime()) ? undefined : timestamp;
}

/** No field has values of MongoDB's extended JSON, but they are validated (decision 2). */
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

/** Limits of filters and searches, checked before they reach the database. */
export const QUERY_LIMITS = {
  textLength: 20_000,
  depth: 12,
  conditions: 200,
  /** Terms of a search, each of which may search several fields. */
  terms: 50,
  tagTerms: 10,
  /** Values in one list, such as that of `$in`. */
  listValues: 1_000,
  sortKeys: 10,
  /** Comma-separated names in `ordering`, unknown ones included. */
  sortTerms: 100,
  patternLength: 200,
  /** Repetition count in a regular expression, as in `a{100}`. */
  patternRepetitions: 100,
} as const;
