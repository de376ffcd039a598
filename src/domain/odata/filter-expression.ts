import { InvalidError, UnsupportedError } from '../errors';
import {
  EVERYTHING,
  type Filter,
  not,
  NOTHING,
  anyOf,
  type Operand,
  type Relation,
} from '../query/mongo-expression';
import type { Literal } from './filter-lexer';
import { computed, constant, type FilterField, kindOf, type ODataFunction } from './odata-function';

/** Case conversion of a text property: `tolower` or `toupper`. */
type CaseFolding = 'none' | 'lower' | 'upper';
type TextFunction = 'contains' | 'startswith' | 'endswith';

const RELATIONS: Readonly<Record<string, Relation>> = { eq: 'eq', gt: 'gt', ge: 'gte', lt: 'lt', le: 'lte' };

const POSITIONS = { contains: 'anywhere', startswith: 'start', endswith: 'end' } as const;

function isTextFunction(name: string): name is TextFunction {
  return Object.hasOwn(POSITIONS, name);
}

/**
 * Compares with a constant; a text in another case by `eq` or `ne` only. A null property matches `eq null` and `ne` only
 * (contract-odata 2).
 * @throws InvalidError for a constant of another type
 */
export function comparison(
  field: FilterField,
  folding: CaseFolding,
  relation: string,
  literal: Literal,
): Filter<FilterField> {
  if (relation === 'ne') return not(comparison(field, folding, 'eq', literal));
  if (literal.kind === 'null') return relation === 'eq' ? not({ kind: 'exists', field }) : NOTHING;
  const value = operand(field, literal);
  if (folding === 'none') return { kind: 'compare', field, relation: RELATIONS[relation]!, value };
  return folded(field, folding, String(value), 'whole');
}

/** `in`: the property equals one of the constants. @throws InvalidError for a constant of another type */
function membership(
  field: FilterField,
  folding: CaseFolding,
  literals: readonly Literal[],
): Filter<FilterField> {
  if (folding !== 'none') {
    return anyOf(literals.map((literal) => comparison(field, folding, 'eq', literal)));
  }
  const values = literals.filter(({ kind }) => kind !== 'null').map((literal) => operand(field, literal));
  const among: Filter<FilterField> = { kind: 'in', field, values };
  return values.length === literals.length ? among : anyOf([among, not({ kind: 'exists', field })]);
}

/** `contains`, `startswith` or `endswith`. @throws InvalidError unless both operands are text */
function textFunction(
  name: TextFunction,
  field: FilterField,
  folding: CaseFolding,
  literal: Literal,
): Filter<FilterField> {
  if (field.type !== 'Edm.String' || literal.kind !== 'text') {
    throw new InvalidError(`${name}() requires a text property and a text.`);
  }
  if (folding !== 'none') return folded(field, folding, literal.value, POSITIONS[name]);
  return { kind: 'search', field, text: literal.value, at: POSITIONS[name], ignoreCase: false };
}

/** A constant in the other case can't match a case-converted property. */
function folded(
  field: FilterField,
  folding: 'lower' | 'upper',
  text: string,
  at: (typeof POSITIONS)[TextFunction] | 'whole',
): Filter<FilterField> {
  const isFolded = text === (folding === 'lower' ? text.toLowerCase() : text.toUpperCase());
  return isFolded ? { kind: 'search', field, text, at, ignoreCase: true } : NOTHING;
}

function operand(field: FilterField, literal: Literal): Operand {
  if (literal.kind === 'null' || literal.kind !== kindOf(field)) {
    throw new InvalidError(
      `$filter compares a property of type ${field.type} with a ${literal.kind}. Put texts, and only texts, in single quotes.`,
    );
  }
  return literal.value;
}

/** Part of a `$filter`: a condition, or a value to compare or calculate with. */
export type Expression =
  | { readonly kind: 'condition'; readonly filter: Filter<FilterField> }
  | { readonly kind: 'field'; readonly field: FilterField; readonly folding: CaseFolding }
  | { readonly kind: 'literal'; readonly literal: Literal };

/** @throws InvalidError for a value */
export function conditionOf(expression: Expression): Filter<FilterField> {
  if (expression.kind === 'condition') return expression.filter;
  if (expression.kind === 'literal' && expression.literal.kind === 'boolean') {
    return expression.literal.value ? EVERYTHING : NOTHING;
  }
  throw new InvalidError('$filter has a value in place of a condition. Example of a condition: age gt 5.');
}

const SWAPPED: Readonly<Record<string, string>> = { gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' };

/** Applies `eq`, `ne`, `gt`, `ge`, `lt` or `le`. @throws InvalidError for values of different types */
export function compare(left: Expression, relation: string, right: Expression): Filter<FilterField> {
  if (left.kind === 'literal' && right.kind !== 'literal')
    return compare(right, SWAPPED[relation] ?? relation, left);
  if (left.kind === 'condition' || right.kind === 'condition') return truth(left, relation, right);
  if (left.kind === 'field' && right.kind === 'literal' && isSearchable(left, relation, right.literal)) {
    return comparison(left.field, left.folding, relation, right.literal);
  }
  const operands = [operandOf(left), operandOf(right)] as const;
  const [one, other] = operands.map(kindOf);
  if (one !== other) throw new InvalidError(`$filter compares a ${one} with a ${other}.`);
  const isNegated = relation === 'ne';
  const equal = holds(computed(isNegated ? 'eq' : (relation as ODataFunction), operands));
  return isNegated ? not(equal) : equal;
}

/** Whether a comparison with a constant needs no calculation: a text in another case is searched for. */
function isSearchable(
  { folding }: Extract<Expression, { kind: 'field' }>,
  relation: string,
  { kind }: Literal,
): boolean {
  return folding === 'none' || kind === 'null' || relation === 'eq' || relation === 'ne';
}

function truth(left: Expression, relation: string, right: Expression): Filter<FilterField> {
  if (
    left.kind === 'condition' &&
    right.kind === 'literal' &&
    right.literal.kind === 'boolean' &&
    (relation === 'eq' || relation === 'ne')
  ) {
    return right.literal.value === (relation === 'eq') ? left.filter : not(left.filter);
  }
  throw new UnsupportedError(`${relation} in $filter compares a condition with true or false only.`);
}

/** @throws InvalidError unless the value on the left is a property or calculated */
export function isAmong(left: Expression, literals: readonly Literal[]): Filter<FilterField> {
  if (left.kind !== 'field') throw new InvalidError('in requires a property on its left.');
  return membership(left.field, left.folding, literals);
}

/** Applies an arithmetic operator. @throws InvalidError unless both values are numbers */
export function calculate(left: Expression, operator: ODataFunction, right: Expression): Expression {
  return value(computed(operator, [operandOf(left), operandOf(right)]));
}

/** Calls a function. @throws InvalidError for values of other types or another number of them */
export function call(name: ODataFunction, values: readonly Expression[]): Expression {
  const [first, second] = values;
  if (isTextFunction(name)) return textTest(name, values);
  if ((name === 'tolower' || name === 'toupper') && first !== undefined && second === undefined) {
    const folded = inCase(name, first);
    if (folded !== undefined) return folded;
  }
  return value(computed(name, values.map(operandOf)));
}

function textTest(name: TextFunction, values: readonly Expression[]): Expression {
  const [first, second, ...further] = values;
  const filter =
    first?.kind === 'field' && second?.kind === 'literal' && further.length === 0
      ? textFunction(name, first.field, first.folding, second.literal)
      : holds(computed(name, values.map(operandOf)));
  return { kind: 'condition', filter };
}

/** Notes the case of a property, which is searched without regard to it; converts a constant. */
function inCase(name: 'tolower' | 'toupper', inner: Expression): Expression | undefined {
  if (inner.kind === 'field' && inner.folding === 'none' && kindOf(inner.field) === 'text') {
    return { ...inner, folding: name === 'tolower' ? 'lower' : 'upper' };
  }
  if (inner.kind === 'literal' && inner.literal.kind === 'text') {
    const { value: text } = inner.literal;
    const converted = name === 'tolower' ? text.toLowerCase() : text.toUpperCase();
    return { kind: 'literal', literal: { kind: 'text', value: converted } };
  }
  return undefined;
}

function operandOf(expression: Expression): FilterField {
  switch (expression.kind) {
    case 'literal':
      return constant(expression.literal);
    case 'condition':
      throw new InvalidError(
        '$filter has a condition in place of a value. Calculate with properties and values.',
      );
    case 'field': {
      const { field, folding } = expression;
      return folding === 'none' ? field : computed(folding === 'lower' ? 'tolower' : 'toupper', [field]);
    }
  }
}

function value(field: FilterField): Expression {
  return { kind: 'field', field, folding: 'none' };
}

function holds(field: FilterField): Filter<FilterField> {
  return { kind: 'compare', field, relation: 'eq', value: true };
}
