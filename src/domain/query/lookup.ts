import { type Filter, not, type Operand, type Relation } from './filter';
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

/** Tells a word that says how to compare from a name. */
export function isLookup(word: string): boolean {
  return isSearch(word) || Object.hasOwn(RELATIONS, word) || word === 'isnull' || word === 'date';
}

/** The value of a term: null, true and false by their names, then numbers, then text (contract-assets 2.2). */
export function valueOf({ value, quoted }: SearchTerm): Operand | null {
  if (quoted) return value;
  if (value === 'null') return null;
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i.test(value) ? Number(value) : value;
}

/** A text compared as `lookup` says. @returns undefined when texts are not compared that way */
export function textLookup<Field>(field: Field, lookup: string, term: SearchTerm): Filter<Field> | undefined {
  if (asksForNull(lookup, term)) return nullLookup(field, lookup, term);
  if (isSearch(lookup)) return { kind: 'search', field, text: term.value, ...SEARCHES[lookup] };
  return comparison(field, lookup, term.value);
}

/** A value inside JSON compared as `lookup` says, numbers as numbers. @returns undefined when it is not so compared */
export function jsonLookup<Field>(field: Field, lookup: string, term: SearchTerm): Filter<Field> | undefined {
  const value = valueOf(term);
  if (value === null || lookup === 'isnull' || isSearch(lookup)) return textLookup(field, lookup, term);
  return comparison(field, lookup, value);
}

const DAY_MS = 86_400_000;
const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

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
  if (!MOMENT.test(text)) return undefined;
  const hasZone = text.length === 'YYYY-MM-DD'.length || /(Z|[+-]\d\d:\d\d)$/.test(text);
  const moment = new Date(text.replace(' ', 'T') + (hasZone ? '' : 'Z'));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function comparison<Field>(field: Field, lookup: string, value: Operand): Filter<Field> | undefined {
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
