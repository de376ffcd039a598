/** Constant operand. A field that can't be converted to its type matches no comparison. A bigint keeps all its digits. */
export type Operand = string | number | bigint | boolean | Date;

/** Texts are compared by code point; false sorts before true. */
export type Relation = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';

/** Regular expression in PostgreSQL's dialect; see `readPattern`. */
export interface Pattern {
  readonly source: string;
  readonly ignoreCase: boolean;
  /** `^` and `$` match at line boundaries. */
  readonly multiline: boolean;
  /** `.` matches line ends. */
  readonly dotAll: boolean;
  /** Ignores white space and comments (`x` flag). */
  readonly extended: boolean;
}

/** Path inside a JSON value; empty: the value itself. */
export interface MemberField {
  readonly source: 'member';
  readonly path: readonly string[];
}

/**
 * Filter tree for rows, from `query=`, `q=`, `$filter` or the row filter of a partial permission. Two-valued logic: a value
 * that is missing or of another type matches no condition, and therefore matches its negation.
 */
export type Filter<Field> =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Filter<Field>[] }
  | { readonly kind: 'not'; readonly of: Filter<Field> }
  | {
      readonly kind: 'compare';
      readonly field: Field;
      readonly relation: Relation;
      readonly value: Operand;
    }
  | { readonly kind: 'in'; readonly field: Field; readonly values: readonly Operand[] }
  /** Neither missing nor null. */
  | { readonly kind: 'exists'; readonly field: Field }
  | { readonly kind: 'matches'; readonly field: Field; readonly pattern: Pattern }
  /** Plain text search, without wildcards. */
  | {
      readonly kind: 'search';
      readonly field: Field;
      readonly text: string;
      readonly at: 'anywhere' | 'start' | 'end' | 'whole';
      readonly ignoreCase: boolean;
    }
  | { readonly kind: 'some'; readonly field: Field; readonly where: Filter<MemberField> }
  | { readonly kind: 'length'; readonly field: Field; readonly length: number };

export const EVERYTHING = { kind: 'and', of: [] } as const satisfies Filter<never>;

export const NOTHING = { kind: 'or', of: [] } as const satisfies Filter<never>;

/** Conjunction without trivially true filters; a single one is returned as it is. */
export function allOf<Field>(filters: readonly Filter<Field>[]): Filter<Field> {
  const selective = filters.filter((each) => !matchesEverything(each));
  return selective.length === 1 ? selective[0]! : { kind: 'and', of: selective };
}

/** Disjunction; a single filter is returned as it is. */
export function anyOf<Field>(filters: readonly Filter<Field>[]): Filter<Field> {
  return filters.length === 1 ? filters[0]! : { kind: 'or', of: filters };
}

/** Negation. */
export function not<Field>(of: Filter<Field>): Filter<Field> {
  return { kind: 'not', of };
}

/** True if a filter is trivially true, so that its SQL can be omitted. */
export function matchesEverything<Field>(filter: Filter<Field>): boolean {
  return filter.kind === 'and' && filter.of.every(matchesEverything);
}

/** True if a filter contains a regular expression, whose cost is unpredictable. */
export function hasPattern<Field>(filter: Filter<Field>): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of.some(hasPattern);
    case 'not':
      return hasPattern(filter.of);
    case 'some':
      return hasPattern(filter.where);
    case 'matches':
      return true;
    case 'compare':
    case 'in':
    case 'exists':
    case 'search':
    case 'length':
      return false;
  }
}
