import { InvalidError } from '../errors';
import type { EdmType } from './edm-value';
import type { ODataField } from './odata-field';

export type ODataFunction =
  'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'date' | 'length' | 'trim';

/** Function of a property. Parts of a timestamp are in its own offset. */
export interface DerivedField {
  readonly source: 'derived';
  readonly function: ODataFunction;
  readonly of: ODataField;
  readonly type: EdmType;
}

export type FilterField = ODataField | DerivedField;

interface Signature {
  readonly accepts: readonly EdmType[];
  readonly returns: EdmType;
  readonly description: string;
}

const DATE_PART: Signature = {
  accepts: ['Edm.Date', 'Edm.DateTimeOffset'],
  returns: 'Edm.Int64',
  description: 'date or timestamp',
};
const TIME_PART: Signature = {
  accepts: ['Edm.DateTimeOffset'],
  returns: 'Edm.Int64',
  description: 'timestamp',
};
const TEXT: Omit<Signature, 'returns'> = { accepts: ['Edm.String'], description: 'text' };

const SIGNATURES: Readonly<Record<ODataFunction, Signature>> = {
  year: DATE_PART,
  month: DATE_PART,
  day: DATE_PART,
  hour: TIME_PART,
  minute: TIME_PART,
  second: TIME_PART,
  date: { ...TIME_PART, returns: 'Edm.Date' },
  length: { ...TEXT, returns: 'Edm.Int64' },
  trim: { ...TEXT, returns: 'Edm.String' },
};

export function isODataFunction(name: string): name is ODataFunction {
  return Object.hasOwn(SIGNATURES, name);
}

/** Applies a function to a property. @throws InvalidError for a property of another type */
export function derivedField(name: ODataFunction, field: ODataField): DerivedField {
  const { accepts, returns, description } = SIGNATURES[name];
  if (!accepts.includes(field.type)) throw new InvalidError(`${name}() requires a ${description} property.`);
  return { source: 'derived', function: name, of: field, type: returns };
}
