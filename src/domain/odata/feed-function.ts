import { InvalidError } from '../errors';
import type { EdmType } from './edm-value';
import type { FeedField } from './feed-field';

/** A function of OData that makes one value of a property's. */
export type FeedFunction =
  'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'date' | 'length' | 'trim';

/** What a function makes of a property. Parts of a moment are those of the place where it was noted, as it is shown. */
export interface DerivedField {
  readonly source: 'derived';
  readonly function: FeedFunction;
  readonly of: FeedField;
  readonly type: EdmType;
}

/** What a filter may compare. */
export type FilterField = FeedField | DerivedField;

interface Signature {
  readonly takes: readonly EdmType[];
  readonly gives: EdmType;
  readonly words: string;
}

const DAY: Signature = {
  takes: ['Edm.Date', 'Edm.DateTimeOffset'],
  gives: 'Edm.Int64',
  words: 'a date or a moment',
};
const CLOCK: Signature = { takes: ['Edm.DateTimeOffset'], gives: 'Edm.Int64', words: 'a moment' };
const TEXT: Omit<Signature, 'gives'> = { takes: ['Edm.String'], words: 'text' };

const SIGNATURES: Readonly<Record<FeedFunction, Signature>> = {
  year: DAY,
  month: DAY,
  day: DAY,
  hour: CLOCK,
  minute: CLOCK,
  second: CLOCK,
  date: { ...CLOCK, gives: 'Edm.Date' },
  length: { ...TEXT, gives: 'Edm.Int64' },
  trim: { ...TEXT, gives: 'Edm.String' },
};

export function isFeedFunction(name: string): name is FeedFunction {
  return Object.hasOwn(SIGNATURES, name);
}

/** @throws InvalidError for a property of a type that the function does not take */
export function derived(name: FeedFunction, field: FeedField): DerivedField {
  const { takes, gives, words } = SIGNATURES[name];
  if (!takes.includes(field.type)) throw new InvalidError(`${name}() needs a property that is ${words}.`);
  return { source: 'derived', function: name, of: field, type: gives };
}
