import { type Aggregate, type Aggregation, typeOfAggregate } from '../../domain/odata/aggregation';
import type { ODataField } from '../../domain/odata/odata-field';
import { kindOf } from '../../domain/odata/odata-function';
import { odataFieldSql } from './odata-field-sql';
import { utcTextSql } from './parsed-text-sql';
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
    ...keys.map(({ field }) => ({ sql: valueSql(field, parameters), type: field.type })),
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
    case 'sum':
    case 'min':
    case 'max':
      return `${aggregate.method}(${value})`;
  }
}
