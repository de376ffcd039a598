import { InvalidError, UnsupportedError } from '../errors';
import { EVERYTHING, type Filter, not, NOTHING } from '../query/filter';
import {
  comparison,
  type CaseFolding,
  isTextFunction,
  membership,
  textFunction,
  type TextFunction,
} from './filter-condition';
import type { Literal } from './filter-lexer';
import { computed, constant, type FilterField, kindOf, type ODataFunction } from './odata-function';

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
