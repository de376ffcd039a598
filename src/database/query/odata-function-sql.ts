import type { DerivedField, FilterField } from '../../domain/odata/odata-function';
import { odataFieldSql, timeTextSql } from './odata-field-sql';
import { columnSql, type FieldReader, type FieldSql } from './field-sql';
import type { SqlParameters } from './sql-parameters';

/** Operands of an OData `$filter`: fields and functions of fields. */
export const odataFilterFieldSql: FieldReader<FilterField> = (field, parameters) =>
  field.source === 'derived' ? derivedSql(field, parameters) : odataFieldSql(field, parameters);

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
      return columnSql(`char_length(${odataFieldSql(of, parameters).text})`, 'bigint');
    case 'trim':
      return columnSql(`btrim(${odataFieldSql(of, parameters).text}, E' \\t\\r\\n')`, 'text');
    case 'date':
      return columnSql(`left(${timeTextSql(of, parameters)}, 10)`, 'text');
    default: {
      const [from, digits] = DIGITS[name];
      return columnSql(`substr(${timeTextSql(of, parameters)}, ${from}, ${digits})::bigint`, 'bigint');
    }
  }
}
