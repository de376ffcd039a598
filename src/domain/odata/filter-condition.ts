import { InvalidError } from '../errors';
import { anyOf, type Filter, not, NOTHING, type Operand, type Relation } from '../query/filter';
import { type FilterField, kindOf } from './odata-function';
import type { Literal } from './filter-lexer';

/** Case conversion of a text property: `tolower` or `toupper`. */
export type CaseFolding = 'none' | 'lower' | 'upper';
export type TextFunction = 'contains' | 'startswith' | 'endswith';

const RELATIONS: Readonly<Record<string, Relation>> = { eq: 'eq', gt: 'gt', ge: 'gte', lt: 'lt', le: 'lte' };

const POSITIONS = { contains: 'anywhere', startswith: 'start', endswith: 'end' } as const;

export function isTextFunction(name: string): name is TextFunction {
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
export function membership(
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
export function textFunction(
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
