import { InvalidError } from '../errors';
import { type Filter, not, type Operand, type Relation } from './filter';
import { readPattern } from './pattern';
import type { SearchTerm } from './search-grammar';

/** Ways of comparing that are written behind a field, as `name__icontains`. */
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

/** Tells a word that says how to compare from a name. */
export function isLookup(word: string): boolean {
  const isWord = isSearch(word) || isPattern(word) || Object.hasOwn(RELATIONS, word);
  return isWord || ['isnull', 'in', 'range', 'date'].includes(word);
}

/** Tells whether it looks into a text, and not at a value as a whole. */
export function looksInside(lookup: string): boolean {
  return isSearch(lookup) || isPattern(lookup);
}

/** The value of a term: null, true and false by their names, then numbers, then text (contract-assets 2.2). */
export function valueOf({ value, quoted }: SearchTerm): Operand | null {
  if (quoted) return value;
  if (value === 'null') return null;
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i.test(value) ? Number(value) : value;
}

/**
 * A text compared as `lookup` says.
 * @returns undefined when texts are not compared that way
 * @throws InvalidError for an expression that is too large, and for a list that is none
 */
export function textLookup<Field>(field: Field, lookup: string, term: SearchTerm): Filter<Field> | undefined {
  if (asksForNull(lookup, term)) return nullLookup(field, lookup, term);
  if (isSearch(lookup)) return { kind: 'search', field, text: term.value, ...SEARCHES[lookup] };
  if (isPattern(lookup)) {
    return { kind: 'matches', field, pattern: readPattern(term.value, lookup === 'iregex' ? 'i' : '') };
  }
  if (lookup === 'in') return { kind: 'in', field, values: lettersOf(term) };
  return comparison(field, lookup, term.value);
}

/** A list of texts is a text to this language: its letters, as the peer takes it. */
export function lettersOf(term: SearchTerm): string[] {
  const value = valueOf(term);
  if (typeof value !== 'string') throw new InvalidError('Not supported field lookup');
  return [...new Set(value)];
}

/** A value inside JSON compared as `lookup` says, numbers as numbers. @returns undefined when it is not so compared */
export function jsonLookup<Field>(field: Field, lookup: string, term: SearchTerm): Filter<Field> | undefined {
  const value = valueOf(term);
  if (value === null || lookup === 'isnull' || lookup === 'in' || looksInside(lookup)) {
    return textLookup(field, lookup, term);
  }
  return comparison(field, lookup, value);
}

const DAY_MS = 86_400_000;
const MOMENT =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ](\d\d?)(?::(\d\d?)(?::(\d\d?)(?:[.,](\d+))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * A moment compared as the words behind its field say: as itself, or as its `date` or `year` in UTC, which may be compared
 * like it (`date__gte`).
 * @returns undefined for a value that is none, and where it is not compared that way
 */
export function timeLookup<Field>(
  field: Field,
  [first = 'exact', ...rest]: readonly string[],
  term: SearchTerm,
): Filter<Field> | undefined {
  if (first !== 'date' && first !== 'year') {
    if (rest.length > 0) return undefined;
    if (asksForNull(first, term)) return nullLookup(field, first, term);
    const moment = readMoment(term.value);
    return moment && comparison(field, first, moment);
  }
  const period = first === 'date' ? readDay(term.value) : readYear(term.value);
  return rest.length > 1 ? undefined : period && within(field, rest[0] ?? 'exact', period);
}

/** From the first moment up to, and without, the second. */
type Period = readonly [begin: Date, end: Date];

function readDay(text: string): Period | undefined {
  const moment = readMoment(text);
  if (moment === undefined) return undefined;
  const midnight = Math.floor(moment.getTime() / DAY_MS) * DAY_MS;
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

/** A moment that names no zone is one of UTC. */
function readMoment(text: string): Date | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] =
    MOMENT.exec(text) ?? [];
  if (year === undefined) return undefined;
  const two = (digits = ''): string => digits.padStart(2, '0');
  const at = `${two(hour)}:${two(minute)}:${two(second)}.${fraction.padEnd(3, '0').slice(0, 3)}`;
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const moment = new Date(`${year}-${two(month)}-${two(day)}T${at}${offset}`);
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  return isDay && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

/** Size or sameness, as `lookup` says. @returns undefined when it says something else */
export function comparison<Field>(field: Field, lookup: string, value: Operand): Filter<Field> | undefined {
  const relation = Object.hasOwn(RELATIONS, lookup) ? RELATIONS[lookup] : undefined;
  return relation && { kind: 'compare', field, relation, value };
}

function asksForNull(lookup: string, term: SearchTerm): boolean {
  return lookup === 'isnull' || valueOf(term) === null;
}

function nullLookup<Field>(field: Field, lookup: string, term: SearchTerm): Filter<Field> | undefined {
  const asked = lookup === 'isnull' ? valueOf(term) : lookup === 'exact' ? true : undefined;
  if (typeof asked !== 'boolean') return undefined;
  return asked ? not({ kind: 'exists', field }) : { kind: 'exists', field };
}
