/**
 * What a field is compared with. A field whose value can't be read as the operand's type meets no comparison. A bigint is
 * a number that must keep all its digits.
 */
export type Operand = string | number | bigint | boolean | Date;

/** Texts are compared by code point, numbers and moments by size, and false comes before true. */
export type Relation = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';

/** A regular expression, already in words that PostgreSQL reads as its author meant them; see `readPattern`. */
export interface Pattern {
  readonly source: string;
  readonly ignoreCase: boolean;
  /** `^` and `$` hold at every line, not at the ends of the text alone. */
  readonly multiline: boolean;
  /** `.` takes a line end too. */
  readonly dotAll: boolean;
  /** White space, and what follows `#`, says nothing. */
  readonly spaced: boolean;
}

/** A value inside a JSON value: the names that lead to it. No name is the value itself. */
export interface MemberField {
  readonly source: 'member';
  readonly path: readonly string[];
}

/**
 * One condition on rows, whatever words it came in: `query=`, `q=`, or the row filter of a partial permission. Every
 * node holds or does not hold; a value that is missing or of another type meets no condition, so that its opposite does.
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
  /** The field has a value: it is neither missing nor null. */
  | { readonly kind: 'exists'; readonly field: Field }
  | { readonly kind: 'matches'; readonly field: Field; readonly pattern: Pattern }
  /** Plain text search in the field's text. */
  | {
      readonly kind: 'search';
      readonly field: Field;
      readonly text: string;
      readonly at: 'anywhere' | 'start' | 'end' | 'whole';
      readonly ignoreCase: boolean;
    }
  /** The field is an array with an element that meets the condition. */
  | { readonly kind: 'some'; readonly field: Field; readonly where: Filter<MemberField> }
  /** The field is an array of so many elements. */
  | { readonly kind: 'length'; readonly field: Field; readonly length: number };

/** Holds for every row. */
export const EVERYTHING = { kind: 'and', of: [] } as const satisfies Filter<never>;

/** Holds for no row. */
export const NOTHING = { kind: 'or', of: [] } as const satisfies Filter<never>;

/** Holds where all of them do; a lone one stands for itself. */
export function allOf<Field>(filters: readonly Filter<Field>[]): Filter<Field> {
  return filters.length === 1 ? filters[0]! : { kind: 'and', of: filters };
}

/** Holds where at least one of them does; a lone one stands for itself. */
export function anyOf<Field>(filters: readonly Filter<Field>[]): Filter<Field> {
  return filters.length === 1 ? filters[0]! : { kind: 'or', of: filters };
}

/** Holds where the other does not. */
export function not<Field>(of: Filter<Field>): Filter<Field> {
  return { kind: 'not', of };
}

/** Tells whether a filter is `EVERYTHING`, so that a reader can leave it out. */
export function holdsEverywhere<Field>(filter: Filter<Field>): boolean {
  return filter.kind === 'and' && filter.of.every(holdsEverywhere);
}

/** Tells whether a regular expression is among the conditions; what one costs only the database finds out. */
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
