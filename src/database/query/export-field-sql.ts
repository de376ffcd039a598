import type { ExportField } from '../../domain/query/export-search';
import { columnSql, type FieldReader, jsonSql } from './field-sql';

const COLUMNS = {
  uid: columnSql('e.uid', 'text'),
  status: columnSql('e.status', 'text'),
  dateCreated: columnSql('e.date_created', 'time'),
};

export const exportFieldSql: FieldReader<ExportField> = (field, parameters) =>
  field.source === 'column'
    ? COLUMNS[field.column]
    : jsonSql(() => `e.request #> ${parameters.add(field.path, 'text[]')}`);
