import type { AuditField } from '../../domain/query/audit-search';
import { columnSql, type FieldReader, type FieldSql, jsonSql } from './filter-sql';

type AuditColumn = Extract<AuditField, { source: 'column' }>['column'];

const COLUMNS: Readonly<Record<AuditColumn, FieldSql>> = {
  action: columnSql('e.action', 'text'),
  log: columnSql('e.log', 'text'),
  username: columnSql('e.username', 'text'),
  assetUid: columnSql('e.asset_uid', 'text'),
  dateCreated: columnSql('e.date_created', 'time'),
};

export const auditFieldSql: FieldReader<AuditField> = (field, parameters) =>
  field.source === 'column'
    ? COLUMNS[field.column]
    : jsonSql(() => `e.metadata #> ${parameters.add(field.path, 'text[]')}`);
