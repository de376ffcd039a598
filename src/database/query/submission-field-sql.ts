import type { SubmissionColumn, SubmissionField } from '../../domain/query/submission-field';
import { columnSql, type FieldReader, type FieldSql, jsonSql } from './field-sql';

/** Columns of `submission`, in the words that its JSON has for them. */
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

const VERDICT = '_validation_status';

/** Fields of `submission`. */
export const submissionFieldSql: FieldReader<SubmissionField> = (field, parameters) => {
  switch (field.source) {
    case 'column':
      return COLUMNS[field.column];
    case 'answer':
      return jsonSql(() => `submission.answers -> ${parameters.add(field.path, 'text')}`);
    case 'system':
      // A verdict has a column of its own, which costs less than reading the whole text.
      if (field.path[0] === VERDICT && field.path.length > 1) {
        const inside = field.path.slice(1);
        return jsonSql(() => `submission.validation_status #> ${parameters.add(inside, 'text[]')}`);
      }
      return jsonSql(() => `submission.json::jsonb #> ${parameters.add(field.path, 'text[]')}`);
  }
};
