import { type Aggregate, type Aggregation, typeOfAggregate } from '../../domain/odata/aggregation';
import type { ODataField } from '../../domain/odata/odata-field';
import { kindOf } from '../../domain/odata/odata-function';
import { odataFieldSql } from './odata-field-sql';
import type { SqlParameters } from './sql-parameters';

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
    ...keys.map(({ field }) => valueSql(field, parameters)),
    ...aggregates.map((each) => aggregateSql(each, parameters)),
  ];
  const times = [
    ...keys.map(({ field }) => field.type),
    ...aggregates.map((each) => typeOfAggregate(each)),
  ].map((type) => type === 'Edm.DateTimeOffset');
  const sorted = [
    ...order.map(
      ({ column, descending }) => `c${column} ${descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}`,
    ),
    ...keys.map((_, index) => `c${index} ASC NULLS FIRST`),
  ];
  return {
    columns: values.map((sql, index) => `${sql} AS c${index}`).join(', '),
    groupBy: keys.length === 0 ? '' : `GROUP BY ${keys.map((_, index) => index + 1).join(', ')}`,
    orderBy: sorted.length === 0 ? '' : `ORDER BY ${sorted.join(', ')}`,
    texts: values
      .map((_, index) => (times[index] === true ? timeTextSql(`c${index}`) : `c${index}::text`))
      .join(', '),
  };
}

function valueSql(field: ODataField, parameters: SqlParameters): string {
  const { text, number } = odataFieldSql(field, parameters);
  const kind = kindOf(field);
  return kind === 'text' || kind === 'date'
    ? `left(${text}, ${MAX_TEXT_CHARACTERS}) COLLATE "C"`
    : `(${number})::numeric`;
}

function aggregateSql(aggregate: Aggregate, parameters: SqlParameters): string {
  if (aggregate.method === 'count') return 'count(*)';
  const value = valueSql(aggregate.field, parameters);
  switch (aggregate.method) {
    case 'countdistinct':
      return `count(DISTINCT ${value})`;
    case 'average':
      return `avg(${value})`;
    default:
      return `${aggregate.method}(${value})`;
  }
}

/** Microseconds since 1970 as a time in UTC. */
function timeTextSql(sql: string): string {
  return `to_char(to_timestamp(${sql} / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
