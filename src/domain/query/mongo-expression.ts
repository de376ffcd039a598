import { allOf, anyOf, EVERYTHING, type Filter, not, NOTHING } from './filter';

type Json = Readonly<Record<string, unknown>>;

/** What the reader of a filter document lends to the reader of an expression in it. */
export interface ExpressionHost<Field> {
  readonly fieldOf: (key: string) => Field;
  /** A field compared with a value by one of MongoDB's operators. */
  readonly compare: (field: Field, operator: string, value: unknown) => Filter<Field>;
  readonly deeper: <Result>(read: () => Result) => Result;
  readonly unsupported: (why: string) => Error;
}

/** What a comparison looks at: the first of them that has a value. */
type Choice<Field> = readonly ({ readonly field: Field } | { readonly value: unknown })[];

/** How a comparison reads from its other side. */
const TURNED: Readonly<Record<string, string>> = {
  $eq: '$eq',
  $ne: '$ne',
  $gt: '$lt',
  $gte: '$lte',
  $lt: '$gt',
  $lte: '$gte',
};

/** In an expression what is missing is less than every value. */
const HOLDS_WHERE_MISSING: ReadonlySet<string> = new Set(['$ne', '$lt', '$lte']);

/**
 * Reads what stands behind `$expr` (contract-data 2.2): comparisons of a field with a value, of the first of several fields
 * that has one (`$ifNull`), and `$and`, `$or`, `$not` of them.
 * @throws what `host.unsupported` makes, for anything else
 */
export function readMongoExpression<Field>(expression: unknown, host: ExpressionHost<Field>): Filter<Field> {
  return host.deeper(() => {
    const [operator, operand, ...more] = isDocument(expression) ? Object.entries(expression).flat() : [];
    if (typeof operator !== 'string' || more.length > 0) {
      throw host.unsupported('$expr needs an object of one operator, such as {"$gt":["$depth","30"]}.');
    }
    const operands = Array.isArray(operand) ? (operand as readonly unknown[]) : [operand];
    const inside = (): Filter<Field>[] => operands.map((each) => readMongoExpression(each, host));
    if (operator === '$and') return allOf(inside());
    if (operator === '$or') return anyOf(inside());
    if (operator === '$not' && operands.length === 1) return not(inside()[0]!);
    if (!Object.hasOwn(TURNED, operator) || operands.length !== 2) {
      throw host.unsupported('$expr takes $eq, $ne, $gt, $gte, $lt and $lte of two, $and, $or and $not.');
    }
    return comparison(operator, choiceOf(operands[0], host), choiceOf(operands[1], host), host);
  });
}

function choiceOf<Field>(operand: unknown, host: ExpressionHost<Field>): Choice<Field> {
  if (typeof operand === 'string' && operand.startsWith('$')) {
    const name = operand.slice(1);
    if (name === '' || name.startsWith('$'))
      throw host.unsupported(`"${operand}" is no field. Write one as "$depth".`);
    return [{ field: host.fieldOf(name) }];
  }
  if (!isDocument(operand)) return [{ value: operand }];
  const choices = operand.$ifNull;
  if (Object.keys(operand).length !== 1 || !Array.isArray(choices) || choices.length < 2) {
    throw host.unsupported('in $expr stand fields, values, and {"$ifNull":["$field","value"]}.');
  }
  return choices.flatMap((each) => choiceOf(each, host));
}

function comparison<Field>(
  operator: string,
  left: Choice<Field>,
  right: Choice<Field>,
  host: ExpressionHost<Field>,
): Filter<Field> {
  const hasField = (choice: Choice<Field>): boolean => choice.some((each) => 'field' in each);
  if (hasField(left) && hasField(right)) {
    throw host.unsupported('$expr compares a field with a value, not with another field.');
  }
  if (hasField(right)) return comparison(TURNED[operator]!, right, left, host);
  return chosen(left, operator, valueOf(right), host);
}

/** The first value that is one. */
function valueOf<Field>(choice: Choice<Field>): unknown {
  return choice.map((each) => ('value' in each ? each.value : null)).find((value) => value !== null) ?? null;
}

function chosen<Field>(
  [first, ...others]: Choice<Field>,
  operator: string,
  value: unknown,
  host: ExpressionHost<Field>,
): Filter<Field> {
  if (first === undefined) return HOLDS_WHERE_MISSING.has(operator) ? EVERYTHING : NOTHING;
  if ('value' in first) {
    if (first.value === null && others.length > 0) return chosen(others, operator, value, host);
    return holds(operator, first.value, value) ? EVERYTHING : NOTHING;
  }
  const answered: Filter<Field> = { kind: 'exists', field: first.field };
  return anyOf([
    allOf([answered, host.compare(first.field, operator, value)]),
    allOf([not(answered), chosen(others, operator, value, host)]),
  ]);
}

/** Values of one type; those of two are only ever unequal. */
function holds(operator: string, one: unknown, other: unknown): boolean {
  if (operator === '$eq') return one === other;
  if (operator === '$ne') return one !== other;
  if (typeof one !== typeof other || one === null || other === null) return false;
  const [left, right] = [one as string | number, other as string | number];
  const ordered = { $gt: left > right, $gte: left >= right, $lt: left < right, $lte: left <= right };
  return ordered[operator as keyof typeof ordered];
}

function isDocument(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
