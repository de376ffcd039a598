import { InvalidError } from '../errors';
import { type Filter, not, type Operand, type Relation } from './mongo-expression';
import { patternFilter } from './operand';
import type { SearchTerm } from './search-grammar';

/** Text lookups, written after a field as in `name__icontains`. */
const SEARCHES = {
  contains: { at: 'anywhere', ignoreCase: false },
  icontains: { at: 'anywhere', ignoreCase: true },
  startswith: { at: 'start', ignoreCase: false },
  istartswith: { at: 'start', ignoreCase: true },
  endswith: { at: 'end', ignoreCase: false },
  iendswith: { at: 'end', ignoreCase: true },
  iexact: { at: 'whole', ignoreCase: true },
} as const;

const RELATIONS: Readonly<Record<string, Relation>> = {
  exact: 'eq',
  gt: 'gt',
  gte: 'gte',
  lt: 'lt',
  lte: 'lte',
};

const isSearch = (lookup: string): lookup is keyof typeof SEARCHES => Object.hasOwn(SEARCHES, lookup);

const isPattern = (lookup: string): boolean => lookup === 'regex' || lookup === 'iregex';

/** True for the name of a lookup, as opposed to a field name. */
export function isLookup(word: string): boolean {
  const isComparison = isSearch(word) || isPattern(word) || Object.hasOwn(RELATIONS, word);
  return isComparison || ['isnull', 'in', 'range', 'date'].includes(word);
}

/** True for lookups inside a text, as opposed to comparisons of whole values. */
export function isTextSearch(lookup: string): boolean {
  return isSearch(lookup) || isPattern(lookup);
}

/** Parses the value of a term: null, true and false, then numbers, then text; quoted values are text (contract-assets 2.2). */
export function parseValue({ value, quoted }: SearchTerm): Operand | null {
  if (quoted) return value;
  if (value === 'null') return null;
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i.test(value) ? Number(value) : value;
}

/**
 * Applies a lookup to a text field.
 * @returns undefined if texts do not have the lookup
 * @throws InvalidError for an unsupported regular expression, or an `in` without text
 */
export function textLookup<Field>(field: Field, lookup: string, term: SearchTerm): Filter<Field> | undefined {
  if (isNullLookup(lookup, term)) return nullLookup(field, lookup, term);
  if (isSearch(lookup)) return { kind: 'search', field, text: term.value, ...SEARCHES[lookup] };
  if (isPattern(lookup)) {
    return patternFilter(field, term.value, lookup === 'iregex' ? 'i' : '');
  }
  if (lookup === 'in') return { kind: 'in', field, values: charactersOf(term) };
  return comparison(field, lookup, term.value);
}

/** Operands of `in`: each character of the text, as in KoboToolbox. @throws InvalidError unless the value is text */
export function charactersOf(term: SearchTerm): string[] {
  const value = parseValue(term);
  if (typeof value !== 'string') throw new InvalidError('Not supported field lookup');
  return [...new Set(value)];
}

/** Applies a lookup to a JSON value. @returns undefined if it does not have the lookup */
export function jsonLookup<Field>(field: Field, lookup: string, term: SearchTerm): Filter<Field> | undefined {
  const value = parseValue(term);
  if (value === null || lookup === 'isnull' || lookup === 'in' || isTextSearch(lookup)) {
    return textLookup(field, lookup, term);
  }
  return comparison(field, lookup, value);
}

const DAY_MS = 86_400_000;
const TIMESTAMP =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ](\d\d?)(?::(\d\d?)(?::(\d\d?)(?:[.,](\d+))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Compares a timestamp, or its `date` or `year` in UTC (`date__gte`). @returns undefined for an invalid value or lookup */
export function timeLookup<Field>(
  field: Field,
  [first = 'exact', ...rest]: readonly string[],
  term: SearchTerm,
): Filter<Field> | undefined {
  if (first !== 'date' && first !== 'year') {
    if (rest.length > 0) return undefined;
    if (isNullLookup(first, term)) return nullLookup(field, first, term);
    const timestamp = readTimestamp(term.value);
    return timestamp && comparison(field, first, timestamp);
  }
  const period = first === 'date' ? readDay(term.value) : readYear(term.value);
  return rest.length > 1 ? undefined : period && within(field, rest[0] ?? 'exact', period);
}

type Period = readonly [begin: Date, end: Date];

function readDay(text: string): Period | undefined {
  const timestamp = readTimestamp(text);
  if (timestamp === undefined) return undefined;
  const midnight = Math.floor(timestamp.getTime() / DAY_MS) * DAY_MS;
  return [new Date(midnight), new Date(midnight + DAY_MS)];
}

function readYear(text: string): Period | undefined {
  if (!/^[1-9]\d{3}$/.test(text)) return undefined;
  return [new Date(Date.UTC(Number(text), 0)), new Date(Date.UTC(Number(text) + 1, 0))];
}

function within<Field>(field: Field, lookup: string, [begin, end]: Period): Filter<Field> | undefined {
  switch (lookup) {
    case 'exact': {
      const of = [comparison(field, 'gte', begin)!, comparison(field, 'lt', end)!];
      return { kind: 'and', of };
    }
    case 'gt':
      return comparison(field, 'gte', end);
    case 'lte':
      return comparison(field, 'lt', end);
    case 'gte':
    case 'lt':
      return comparison(field, lookup, begin);
    default:
      return undefined;
  }
}

/** Assumes UTC without a zone. */
function readTimestamp(text: string): Date | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] =
    TIMESTAMP.exec(text) ?? [];
  if (year === undefined) return undefined;
  const two = (digits = ''): string => digits.padStart(2, '0');
  const time = `${two(hour)}:${two(minute)}:${two(second)}.${fraction.padEnd(3, '0').slice(0, 3)}`;
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const timestamp = new Date(`${year}-${two(month)}-${two(day)}T${time}${offset}`);
  // Date.UTC reads years below 100 as 1900 and later; leap years repeat every 400.
  const isDay =
    new Date(Date.UTC(Number(year) + 400, Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  return isDay && !Number.isNaN(timestamp.getTime()) ? timestamp : undefined;
}

/** Applies a relational lookup (`exact`, `gt`, …). @returns undefined for other lookups */
export function comparison<Field>(field: Field, lookup: string, value: Operand): Filter<Field> | undefined {
  const relation = Object.hasOwn(RELATIONS, lookup) ? RELATIONS[lookup] : undefined;
  return relation && { kind: 'compare', field, relation, value };
}

function isNullLookup(lookup: string, term: SearchTerm): boolean {
  return lookup === 'isnull' || parseValue(term) === null;
}

function nullLookup<Field>(field: Field, lookup: string, term: SearchTerm): Filter<Field> | undefined {
  const wantsNull = lookup === 'isnull' ? parseValue(term) : lookup === 'exact' ? true : undefined;
  if (typeof wantsNull !== 'boolean') return undefined;
  return wantsNull ? not({ kind: 'exists', field }) : { kind: 'exists', field };
}
