import {
  type ComputedField,
  type FilterField,
  type FilterType,
  kindOf,
  type ODataFunction,
} from '../../domain/odata/odata-function';
import { readTimestamp, type ODataField } from '../../domain/odata/edm-value';
import { expressionSql, type FieldReader, type FieldSql } from './filter-sql';
import { odataFieldSql, timeTextSql } from './odata-rows-sql';
import { microsecondsSql, utcTextSql } from './formatted-time-sql';
import type { SqlParameters } from './sql-parameters';
import { type Aggregate, type Aggregation, typeOfAggregate } from '../../domain/odata/aggregation';

/** Operands of an OData `$filter`: fields, constants, and functions of them. Times of day are microseconds too. */
export const odataFilterFieldSql: FieldReader<FilterField> = (field, parameters) => {
  switch (field.source) {
    case 'constant':
      return typed(field, constantSql(field.value, parameters));
    case 'computed':
      return typed(field, computedSql(field, parameters));
    default:
      return odataFieldSql(field, parameters);
  }
};

function typed(field: FilterField, sql: string): FieldSql {
  const kind = kindOf(field);
  if (kind === 'boolean') return expressionSql(sql, 'boolean');
  return expressionSql(sql, kind === 'text' || kind === 'date' ? 'text' : 'number');
}

function constantSql(value: string | number | bigint, parameters: SqlParameters): string {
  return typeof value === 'string'
    ? parameters.add(value, 'text')
    : parameters.add(value.toString(), 'numeric');
}

function valueSql(field: FilterField, parameters: SqlParameters): string {
  const { text, number } = odataFilterFieldSql(field, parameters);
  const kind = kindOf(field);
  // Compares by code point.
  if (kind === 'text' || kind === 'date') return `(${text}) COLLATE "C"`;
  return `(${number})::numeric`;
}

const DIGITS = {
  year: [1, 4],
  month: [6, 2],
  day: [9, 2],
  hour: [12, 2],
  minute: [15, 2],
  second: [18, 2],
} as const;

const FIRST_TIME = readTimestamp('0001-01-01T00:00:00Z')!;
const LAST_TIME = readTimestamp('9999-12-31T23:59:59.999999Z')!;
/** Bounds positions in texts to what PostgreSQL takes as such. */
const position = (sql: string): string => `least(greatest(${sql}, 0), 1000000000)::int`;

function computedSql({ function: name, operands, type }: ComputedField, parameters: SqlParameters): string {
  const timeText = (): string => fieldTimeText(operands[0]!, parameters);
  switch (name) {
    case 'now':
      return microsecondsSql('now()');
    case 'mindatetime':
      return `${FIRST_TIME}::numeric`;
    case 'maxdatetime':
      return `${LAST_TIME}::numeric`;
    case 'date':
      return `left(${timeText()}, 10)`;
    case 'time':
      return microsecondsSql(`substring(${timeText()} from 'T([0-9:.]+)')::time`);
    case 'fractionalseconds':
      return `mod(substring(${timeText()} from 18 for 9)::numeric, 1)`;
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
    case 'minute':
    case 'second': {
      const [from, digits] = DIGITS[name];
      return `substr(${timeText()}, ${from}, ${digits})::numeric`;
    }
    default: {
      const [a = '', b = '', c] = operands.map((operand) => valueSql(operand, parameters));
      return CALCULATIONS[name](a, b, c, type);
    }
  }
}

type TimeFunction =
  keyof typeof DIGITS | 'now' | 'mindatetime' | 'maxdatetime' | 'date' | 'time' | 'fractionalseconds';

type Calculation = (a: string, b: string, c: string | undefined, type: FilterType) => string;

const CALCULATIONS: Readonly<Record<Exclude<ODataFunction, TimeFunction>, Calculation>> = {
  length: (a) => `char_length(${a})::numeric`,
  trim: (a) => `btrim(${a}, E' \\t\\r\\n')`,
  tolower: (a) => `lower(${a} COLLATE "und-x-icu")`,
  toupper: (a) => `upper(${a} COLLATE "und-x-icu")`,
  concat: (a, b) => `${a} || ${b}`,
  indexof: (a, b) => `(strpos(${a}, ${b}) - 1)::numeric`,
  substring: (a, b, c) => `substr(${a}, ${position(b)} + 1${c === undefined ? '' : `, ${position(c)}`})`,
  contains: (a, b) => `strpos(${a}, ${b}) > 0`,
  startswith: (a, b) => `starts_with(${a}, ${b})`,
  endswith: (a, b) => `right(${a}, char_length(${b})) = ${b}`,
  round: (a) => `round(${a})`,
  floor: (a) => `floor(${a})`,
  ceiling: (a) => `ceil(${a})`,
  add: (a, b) => `${a} + ${b}`,
  sub: (a, b) => `${a} - ${b}`,
  mul: (a, b) => `${a} * ${b}`,
  // Null for a divisor of 0, which is no error of the reader.
  div: (a, b, _c, type) => (type === 'Edm.Int64' ? `div(${a}, nullif(${b}, 0))` : `${a} / nullif(${b}, 0)`),
  mod: (a, b) => `mod(${a}, nullif(${b}, 0))`,
  eq: (a, b) => `${a} IS NOT DISTINCT FROM ${b}`,
  gt: (a, b) => `${a} > ${b}`,
  ge: (a, b) => `${a} >= ${b}`,
  lt: (a, b) => `${a} < ${b}`,
  le: (a, b) => `${a} <= ${b}`,
};

/** Date or timestamp as text, calculated ones in UTC. */
function fieldTimeText(field: FilterField, parameters: SqlParameters): string {
  if (field.source !== 'computed' && field.source !== 'constant') return timeTextSql(field, parameters);
  const { text, number } = odataFilterFieldSql(field, parameters);
  return kindOf(field) === 'date' ? text : utcTextSql(number);
}

/** Of texts in groups, which are in memory; choices and names are shorter. */
const MAX_TEXT_CHARACTERS = 1_000;

export interface AggregateSql {
  /** Columns `c0`, `c1`, … of keys, then aggregates. */
  readonly columns: string;
  readonly groupBy: string;
  readonly orderBy: string;
  /** The columns as texts. */
  readonly texts: string;
}

/** Groups of rows; the caller has the FROM and WHERE clauses. */
export function odataAggregateSql(
  { keys, aggregates, order }: Pick<Aggregation, 'keys' | 'aggregates' | 'order'>,
  parameters: SqlParameters,
): AggregateSql {
  const values = [
    ...keys.map(({ field }) => ({ sql: aggregatedValueSql(field, parameters), type: field.type })),
    ...aggregates.map((each) => ({ sql: aggregateSql(each, parameters), type: typeOfAggregate(each) })),
  ];
  const sorted = [
    ...order.map(
      ({ column, descending }) => `c${column} ${descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}`,
    ),
    ...keys.map((_, index) => `c${index} ASC NULLS FIRST`),
  ];
  return {
    columns: values.map(({ sql }, index) => `${sql} AS c${index}`).join(', '),
    groupBy: keys.length === 0 ? '' : `GROUP BY ${keys.map((_, index) => index + 1).join(', ')}`,
    orderBy: sorted.length === 0 ? '' : `ORDER BY ${sorted.join(', ')}`,
    texts: values
      .map(({ type }, index) =>
        type === 'Edm.DateTimeOffset' ? `${utcTextSql(`c${index}`)} || 'Z'` : `c${index}::text`,
      )
      .join(', '),
  };
}

function aggregatedValueSql(field: ODataField, parameters: SqlParameters): string {
  const { text, number } = odataFieldSql(field, parameters);
  const kind = kindOf(field);
  return kind === 'text' || kind === 'date'
    ? `left(${text}, ${MAX_TEXT_CHARACTERS}) COLLATE "C"`
    : `(${number})::numeric`;
}

function aggregateSql(aggregate: Aggregate, parameters: SqlParameters): string {
  if (aggregate.method === 'count') return 'count(*)';
  const value = aggregatedValueSql(aggregate.field, parameters);
  switch (aggregate.method) {
    case 'countdistinct':
      return `count(DISTINCT ${value})`;
    case 'average':
      return `avg(${value})`;
    case 'sum':
    case 'min':
    case 'max':
      return `${aggregate.method}(${value})`;
  }
}
