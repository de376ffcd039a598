import { InvalidError, UnsupportedError } from '../errors';
import { anyOf, type Filter, not, NOTHING, type Operand, type Relation } from '../query/filter';
import type { EdmType } from './edm-value';
import type { FilterField } from './feed-function';
import type { Literal } from './filter-lexer';

/** Whether a text is looked at with all its letters made small, or large. */
export type Folding = 'none' | 'lower' | 'upper';
export type TextTest = 'contains' | 'startswith' | 'endswith';

const RELATIONS: Readonly<Record<string, Relation>> = { eq: 'eq', gt: 'gt', ge: 'gte', lt: 'lt', le: 'lte' };

const PLACES = { contains: 'anywhere', startswith: 'start', endswith: 'end' } as const;

const COMPARABLE: Readonly<Record<EdmType, Literal['kind']>> = {
  'Edm.Int64': 'number',
  'Edm.Double': 'number',
  'Edm.String': 'text',
  'Edm.Date': 'date',
  'Edm.DateTimeOffset': 'moment',
};

/**
 * A property compared with a value. What has no value equals null, and meets no other comparison but `ne` (contract-odata 2).
 * @throws InvalidError for a value of another type
 */
export function comparison(
  field: FilterField,
  folding: Folding,
  relation: string,
  literal: Literal,
): Filter<FilterField> {
  if (relation === 'ne') return not(comparison(field, folding, 'eq', literal));
  if (literal.kind === 'null') return relation === 'eq' ? not({ kind: 'exists', field }) : NOTHING;
  const value = operand(field, literal);
  if (folding === 'none') return { kind: 'compare', field, relation: RELATIONS[relation]!, value };
  if (relation !== 'eq')
    throw new UnsupportedError('What tolower() and toupper() give is compared by eq and ne alone.');
  return folded(field, folding, String(value), 'whole');
}

/** A property that equals one of the values. @throws InvalidError for a value of another type */
export function membership(
  field: FilterField,
  folding: Folding,
  literals: readonly Literal[],
): Filter<FilterField> {
  if (folding !== 'none') {
    return anyOf(literals.map((literal) => comparison(field, folding, 'eq', literal)));
  }
  const values = literals.filter(({ kind }) => kind !== 'null').map((literal) => operand(field, literal));
  const among: Filter<FilterField> = { kind: 'in', field, values };
  return values.length === literals.length ? among : anyOf([among, not({ kind: 'exists', field })]);
}

/** A text that is looked for in a property. @throws InvalidError where either is no text */
export function textTest(
  test: TextTest,
  field: FilterField,
  folding: Folding,
  literal: Literal,
): Filter<FilterField> {
  if (field.type !== 'Edm.String' || literal.kind !== 'text') {
    throw new InvalidError(`${test}() looks for a text in a property that is text.`);
  }
  if (folding !== 'none') return folded(field, folding, literal.value, PLACES[test]);
  return { kind: 'search', field, text: literal.value, at: PLACES[test], ignoreCase: false };
}

/** In a text whose letters are all small there are no large ones. */
function folded(
  field: FilterField,
  folding: 'lower' | 'upper',
  text: string,
  at: (typeof PLACES)[TextTest] | 'whole',
): Filter<FilterField> {
  const isFolded = text === (folding === 'lower' ? text.toLowerCase() : text.toUpperCase());
  return isFolded ? { kind: 'search', field, text, at, ignoreCase: true } : NOTHING;
}

function operand({ type }: FilterField, literal: Literal): Operand {
  if (literal.kind === 'null' || literal.kind !== COMPARABLE[type]) {
    throw new InvalidError(
      `$filter compares a property of type ${type} with a ${literal.kind}. Texts stand between single quotes, nothing else does.`,
    );
  }
  return literal.value;
}
