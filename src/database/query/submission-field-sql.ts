import type { SubmissionColumn, SubmissionField } from '../../domain/query/submission-field';
import { columnSql, type FieldReader, type FieldSql, jsonSql } from './field-sql';

/** Columns of `submission`, formatted as in its JSON. */
const COLUMNS: Readonly<Record<SubmissionColumn, FieldSql>> = {
  id: columnSql('submission.id', 'bigint'),
  uuid: columnSql('submission.uuid', 'text'),
  rootUuid: columnSql(
    `CASE WHEN strpos(submission.root_uuid, ':') > 0 THEN submission.root_uuid ELSE 'uuid:' || submission.root_uuid END`,
    'text',
  ),
  submittedBy: columnSql('submission.submitted_by', 'text'),
  submittedAt: columnSql(
    `to_char(submission.date_submitted AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`,
    'text',
  ),
  modifiedAt: columnSql(
    `to_char(submission.date_modified AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    'text',
  ),
};

const VALIDATION_STATUS = '_validation_status';

export const submissionFieldSql: FieldReader<SubmissionField> = (field, parameters) => {
  switch (field.source) {
    case 'column':
      return COLUMNS[field.column];
    case 'answer':
      return jsonSql(() => `submission.answers -> ${parameters.add(field.path, 'text')}`);
    case 'system':
      // Has a column, which is cheaper than parsing the JSON.
      if (field.path[0] === VALIDATION_STATUS && field.path.length > 1) {
        const inside = field.path.slice(1);
        return jsonSql(() => `submission.validation_status #> ${parameters.add(inside, 'text[]')}`);
      }
      return jsonSql(() => `submission.json::jsonb #> ${parameters.add(field.path, 'text[]')}`);
  }
};
