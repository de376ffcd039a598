import { InvalidError } from '../errors';
import type { EdmType, ODataField } from './edm-value';
import type { Literal } from './filter-lexer';

/** Types of properties, and of what functions return. */
export type FilterType = EdmType | 'Edm.Boolean' | 'Edm.TimeOfDay';

export type FilterField = ODataField | ComputedField | ConstantField;

/** Result of a function or an operator (OData 4.0 part 2, 5.1.1). Parts of a timestamp are in its own offset. */
export interface ComputedField {
  readonly source: 'computed';
  readonly function: ODataFunction;
  readonly operands: readonly FilterField[];
  readonly type: FilterType;
}

/** Constant inside a calculation. */
export interface ConstantField {
  readonly source: 'constant';
  readonly value: string | number | bigint;
  readonly type: FilterType;
}

type Kind = Exclude<Literal['kind'], 'null'>;

const KINDS: Readonly<Record<FilterType, Kind>> = {
  'Edm.Boolean': 'boolean',
  'Edm.Int64': 'number',
  'Edm.Double': 'number',
  'Edm.String': 'text',
  'Edm.Date': 'date',
  'Edm.DateTimeOffset': 'timestamp',
  'Edm.TimeOfDay': 'time',
};

/** Kind of constants that a value of this type is compared with. */
export function kindOf({ type }: { readonly type: FilterType }): Kind {
  return KINDS[type];
}

interface Signature {
  /** Accepted kinds of each operand. */
  readonly operands: readonly (readonly Kind[])[];
  /** Number of operands that may be left out at the end. */
  readonly optional?: number;
  /** `number`: a whole number of whole operands. */
  readonly returns: FilterType | 'number';
}

const DATE_PART: Signature = { operands: [['date', 'timestamp']], returns: 'Edm.Int64' };
const TIME_PART: Signature = { operands: [['timestamp']], returns: 'Edm.Int64' };
const NUMBER: Signature = { operands: [['number']], returns: 'number' };
const NUMBERS: Signature = { operands: [['number'], ['number']], returns: 'number' };
const TEXT: Signature = { operands: [['text']], returns: 'Edm.String' };
const TEXT_TEST: Signature = { operands: [['text'], ['text']], returns: 'Edm.Boolean' };
const NOW: Signature = { operands: [], returns: 'Edm.DateTimeOffset' };
const ANY: readonly Kind[] = ['number', 'text', 'date', 'timestamp', 'time'];
const RELATION: Signature = { operands: [ANY, ANY], returns: 'Edm.Boolean' };

const FUNCTIONS = {
  year: DATE_PART,
  month: DATE_PART,
  day: DATE_PART,
  hour: TIME_PART,
  minute: TIME_PART,
  second: TIME_PART,
  fractionalseconds: { ...TIME_PART, returns: 'Edm.Double' },
  date: { ...TIME_PART, returns: 'Edm.Date' },
  time: { ...TIME_PART, returns: 'Edm.TimeOfDay' },
  now: NOW,
  mindatetime: NOW,
  maxdatetime: NOW,
  length: { ...TEXT, returns: 'Edm.Int64' },
  trim: TEXT,
  tolower: TEXT,
  toupper: TEXT,
  concat: { ...TEXT_TEST, returns: 'Edm.String' },
  indexof: { ...TEXT_TEST, returns: 'Edm.Int64' },
  substring: { operands: [['text'], ['number'], ['number']], optional: 1, returns: 'Edm.String' },
  contains: TEXT_TEST,
  startswith: TEXT_TEST,
  endswith: TEXT_TEST,
  round: NUMBER,
  floor: NUMBER,
  ceiling: NUMBER,
} as const satisfies Readonly<Record<string, Signature>>;

const OPERATORS = {
  add: NUMBERS,
  sub: NUMBERS,
  mul: NUMBERS,
  div: NUMBERS,
  mod: NUMBERS,
  eq: RELATION,
  gt: RELATION,
  ge: RELATION,
  lt: RELATION,
  le: RELATION,
} as const satisfies Readonly<Record<string, Signature>>;

const SIGNATURES = { ...FUNCTIONS, ...OPERATORS };

export type ODataFunction = keyof typeof SIGNATURES;

/** Whether a name is called with parentheses. */
export function isODataFunction(name: string): name is ODataFunction {
  return Object.hasOwn(FUNCTIONS, name);
}

/** Applies a function or an operator. @throws InvalidError for operands of another type or number */
export function computed(name: ODataFunction, operands: readonly FilterField[]): ComputedField {
  const { operands: accepted, optional = 0, returns }: Signature = SIGNATURES[name];
  const isComplete = operands.length <= accepted.length && operands.length >= accepted.length - optional;
  const isAccepted = operands.every((operand, index) => accepted[index]?.includes(kindOf(operand)) === true);
  if (!isComplete || !isAccepted) {
    const kinds = accepted.map((each) => each.join(' or ')).join(' and ');
    throw new InvalidError(`${name} requires ${kinds === '' ? 'no value' : `a value of type ${kinds}`}.`);
  }
  const type = returns === 'number' ? numberType(operands) : returns;
  return { source: 'computed', function: name, operands, type };
}

function numberType(operands: readonly FilterField[]): FilterType {
  return operands.every(({ type }) => type === 'Edm.Int64') ? 'Edm.Int64' : 'Edm.Double';
}

const TYPES = {
  text: 'Edm.String',
  date: 'Edm.Date',
  timestamp: 'Edm.DateTimeOffset',
  time: 'Edm.TimeOfDay',
} as const;

/** @throws InvalidError for null, true and false */
export function constant(literal: Literal): ConstantField {
  switch (literal.kind) {
    case 'null':
    case 'boolean':
      throw new InvalidError('null, true and false cannot be calculated with. Compare them with eq or ne.');
    case 'number':
      return {
        source: 'constant',
        value: literal.value,
        type: typeof literal.value === 'bigint' ? 'Edm.Int64' : 'Edm.Double',
      };
    default:
      return { source: 'constant', value: literal.value, type: TYPES[literal.kind] };
  }
}

/** Type of a property, for `odata.metadata=full`. Clients read numbers as doubles and texts as such without one. */
export function typeAnnotation(name: string, type: FilterType | 'Edm.Decimal'): string {
  if (type === 'Edm.String' || type === 'Edm.Double') return '';
  return `${JSON.stringify(`${name}@odata.type`)}:"#${type.replace('Edm.', '')}",`;
}
