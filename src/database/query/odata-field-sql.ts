import type { AnswerField, ODataField } from '../../domain/odata/odata-field';
import { INT64 } from '../../domain/odata/edm-value';
import type { SqlParameters } from './sql-parameters';
import {
  doubleSql,
  microsecondsSql,
  parsedSql,
  timestampSql,
  timestampTextSql,
  utcTextSql,
} from './formatted-time-sql';
import { SUBMISSION_COLUMNS } from './scope-sql';
import { columnSql, expressionSql, type FieldReader, type FieldSql } from './filter-sql';

/**
 * Fields of an OData entity set, read from `submission` and, in repeats, from `feed_row`. Answers that don't parse as the
 * field's type are null. Times are microseconds since 1970.
 */
export const odataFieldSql: FieldReader<ODataField> = (field, parameters) => {
  switch (field.source) {
    case 'key':
      return columnSql(KEYS[field.part], 'bigint');
    case 'validationStatus':
      return columnSql(`(submission.validation_status ->> 'uid')`, 'text');
    case 'status':
      return columnSql(`(submission.json::jsonb ->> '_status')`, 'text');
    case 'answer':
      return answerSql(field, parameters);
    case 'column':
      return COLUMNS[field.column];
  }
};

/** Date or time as text: answers in their own offset, columns in UTC. */
export function timeTextSql(field: ODataField, parameters: SqlParameters): string {
  if (field.source !== 'answer') return utcTextSql(odataFieldSql(field, parameters).number);
  const text = answerText(field, parameters);
  return field.type === 'Edm.Date'
    ? parsedSql(field.type, text, text)
    : timestampTextSql(text, zoneSources(field, parameters));
}

const KEYS = {
  submission: 'submission.id',
  index: 'feed_row.index',
  parentIndex: 'feed_row.parent_index',
} as const;

const COLUMNS = {
  uuid: SUBMISSION_COLUMNS.uuid,
  rootUuid: SUBMISSION_COLUMNS.rootUuid,
  submittedBy: SUBMISSION_COLUMNS.submittedBy,
  // Without fractions of a second, as in the response.
  submittedAt: expressionSql(microsecondsSql(`date_trunc('second', submission.date_submitted)`), 'number'),
  modifiedAt: expressionSql(microsecondsSql('submission.date_modified'), 'number'),
} as const;

function answerSql(field: AnswerField, parameters: SqlParameters): FieldSql {
  const text = answerText(field, parameters);
  const { type } = field;
  switch (type) {
    case 'Edm.String':
      return expressionSql(text, 'text');
    case 'Edm.Date':
      return expressionSql(parsedSql(type, text, text), 'text');
    case 'Edm.Int64': {
      const { min, max } = INT64;
      const inRange = `CASE WHEN (${text})::numeric BETWEEN ${min} AND ${max} THEN trunc((${text})::numeric) END`;
      return expressionSql(parsedSql(type, text, inRange), 'number');
    }
    case 'Edm.Double':
      return expressionSql(doubleSql(text), 'number');
    case 'Edm.DateTimeOffset':
      return expressionSql(timestampSql(text, zoneSources(field, parameters)), 'number');
  }
}

/** Answers whose zone a timestamp without one is in. */
function zoneSources({ zonePaths = [] }: AnswerField, parameters: SqlParameters): string[] {
  return zonePaths.map((path) => `submission.answers ->> ${parameters.add(path, 'text')}`);
}

function answerText({ of, paths, coordinate }: AnswerField, parameters: SqlParameters): string {
  const answers = of === 'submission' ? 'submission.answers' : 'feed_row.answers';
  // A repeat of another version may be at the path; its copies are no answer.
  const texts = paths.map((path) => {
    const key = parameters.add(path, 'text');
    return `CASE jsonb_typeof(${answers} -> ${key}) WHEN 'string' THEN ${answers} ->> ${key} END`;
  });
  const whole = texts.length === 1 ? texts[0]! : `coalesce(${texts.join(', ')})`;
  return coordinate === undefined
    ? whole
    : `(regexp_split_to_array(btrim(${whole}, E' \\t\\r\\n'), '[ \\t\\r\\n]+'))[${coordinate + 1}]`;
}
