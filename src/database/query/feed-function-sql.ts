import type { DerivedField, FilterField } from '../../domain/odata/feed-function';
import { feedFieldSql, shownTimeSql } from './feed-field-sql';
import { columnSql, type FieldReader, type FieldSql } from './field-sql';
import type { SqlParameters } from './sql-parameters';

/** What a filter of a feed compares: fields, and what functions make of them. */
export const filterFieldSql: FieldReader<FilterField> = (field, parameters) =>
  field.source === 'derived' ? derivedSql(field, parameters) : feedFieldSql(field, parameters);

/** Where the digits stand in `2026-05-01T08:30:00`, and how many they are. */
const DIGITS = {
  year: [1, 4],
  month: [6, 2],
  day: [9, 2],
  hour: [12, 2],
  minute: [15, 2],
  second: [18, 2],
} as const;

function derivedSql({ function: name, of }: DerivedField, parameters: SqlParameters): FieldSql {
  switch (name) {
    case 'length':
      return columnSql(`char_length(${feedFieldSql(of, parameters).text})`, 'bigint');
    case 'trim':
      return columnSql(`btrim(${feedFieldSql(of, parameters).text}, E' \\t\\r\\n')`, 'text');
    case 'date':
      return columnSql(`left(${shownTimeSql(of, parameters)}, 10)`, 'text');
    default: {
      const [from, digits] = DIGITS[name];
      return columnSql(`substr(${shownTimeSql(of, parameters)}, ${from}, ${digits})::bigint`, 'bigint');
    }
  }
}
