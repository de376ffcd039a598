import { isJsonObject } from '../text/json-members';

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

/** Callbacks of the filter reader that `$expr` needs. */
export interface ExpressionContext<Field> {
  readonly fieldOf: (key: string) => Field;
  readonly compare: (field: Field, operator: string, value: unknown) => Filter<Field>;
  readonly nested: <Result>(read: () => Result) => Result;
  readonly unsupported: (reason: string) => Error;
}

/** Operand of a comparison: the first of these that is not null. */
type Coalesce<Field> = readonly ({ readonly field: Field } | { readonly value: unknown })[];

const SWAPPED: Readonly<Record<string, string>> = {
  $eq: '$eq',
  $ne: '$ne',
  $gt: '$lt',
  $gte: '$lte',
  $lt: '$gt',
  $lte: '$gte',
};

/** In expressions a missing value sorts before all values. */
const TRUE_IF_MISSING: ReadonlySet<string> = new Set(['$ne', '$lt', '$lte']);

/**
 * Reads the operand of `$expr` (contract-data 2.2): comparisons of a field, or the first non-null one of several
 * (`$ifNull`), with a value; combined by `$and`, `$or` and `$not`.
 * @throws the error of `context.unsupported` for anything else
 */
export function readMongoExpression<Field>(
  expression: unknown,
  context: ExpressionContext<Field>,
): Filter<Field> {
  return context.nested(() => {
    const [operator, operand, ...more] = isJsonObject(expression) ? Object.entries(expression).flat() : [];
    if (typeof operator !== 'string' || more.length > 0) {
      throw context.unsupported('$expr needs an object with one operator, such as {"$gt":["$depth","30"]}.');
    }
    const operands = Array.isArray(operand) ? (operand as readonly unknown[]) : [operand];
    const inside = (): Filter<Field>[] => operands.map((each) => readMongoExpression(each, context));
    if (operator === '$and') return allOf(inside());
    if (operator === '$or') return anyOf(inside());
    if (operator === '$not' && operands.length === 1) return not(inside()[0]!);
    if (!Object.hasOwn(SWAPPED, operator) || operands.length !== 2) {
      throw context.unsupported(
        '$expr supports $eq, $ne, $gt, $gte, $lt and $lte with two operands, $and, $or and $not.',
      );
    }
    return comparison(
      operator,
      readOperand(operands[0], context),
      readOperand(operands[1], context),
      context,
    );
  });
}

function readOperand<Field>(operand: unknown, context: ExpressionContext<Field>): Coalesce<Field> {
  if (typeof operand === 'string' && operand.startsWith('$')) {
    const name = operand.slice(1);
    if (name === '' || name.startsWith('$'))
      throw context.unsupported(`"${operand}" is not a field. Write a field as "$depth".`);
    return [{ field: context.fieldOf(name) }];
  }
  if (!isJsonObject(operand)) return [{ value: operand }];
  const choices = operand.$ifNull;
  if (Object.keys(operand).length !== 1 || !Array.isArray(choices) || choices.length < 2) {
    throw context.unsupported(
      'operands in $expr must be a field, a value or {"$ifNull":["$field","value"]}.',
    );
  }
  return choices.flatMap((each) => readOperand(each, context));
}

function comparison<Field>(
  operator: string,
  left: Coalesce<Field>,
  right: Coalesce<Field>,
  context: ExpressionContext<Field>,
): Filter<Field> {
  const hasField = (operand: Coalesce<Field>): boolean => operand.some((each) => 'field' in each);
  if (hasField(left) && hasField(right)) {
    throw context.unsupported('$expr can not compare two fields. Compare a field with a value.');
  }
  if (hasField(right)) return comparison(SWAPPED[operator]!, right, left, context);
  return coalesceComparison(left, operator, constantOf(right), context);
}

function constantOf<Field>(operand: Coalesce<Field>): unknown {
  return operand.map((each) => ('value' in each ? each.value : null)).find((value) => value !== null) ?? null;
}

function coalesceComparison<Field>(
  [first, ...others]: Coalesce<Field>,
  operator: string,
  value: unknown,
  context: ExpressionContext<Field>,
): Filter<Field> {
  if (first === undefined) return TRUE_IF_MISSING.has(operator) ? EVERYTHING : NOTHING;
  if ('value' in first) {
    if (first.value === null && others.length > 0)
      return coalesceComparison(others, operator, value, context);
    return evaluate(operator, first.value, value) ? EVERYTHING : NOTHING;
  }
  const exists: Filter<Field> = { kind: 'exists', field: first.field };
  return anyOf([
    allOf([exists, context.compare(first.field, operator, value)]),
    allOf([not(exists), coalesceComparison(others, operator, value, context)]),
  ]);
}

/** Compares constants. Values of different types are unequal and unordered. */
function evaluate(operator: string, one: unknown, other: unknown): boolean {
  if (operator === '$eq') return one === other;
  if (operator === '$ne') return one !== other;
  if (typeof one !== typeof other || one === null || other === null) return false;
  const [left, right] = [one as string | number, other as string | number];
  const ordered = { $gt: left > right, $gte: left >= right, $lt: left < right, $lte: left <= right };
  return ordered[operator as keyof typeof ordered];
}
