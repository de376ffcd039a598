import { TOKENS } from '../../domain/submission/submission-json';

/**
 * SQL that changes members of the JSON text of a submission without parsing it. Each token occurs once in a text, in this
 * order: `_validation_status`, `_submitted_by`, `_date_modified`, which is the last member
 * (test/integration/submission/rendered-json.spec.ts).
 */
const { validationStatus: STATUS, submittedBy: SUBMITTED_BY, dateModified: DATE_MODIFIED } = TOKENS;

/**
 * The text with another status and time of modification.
 * @param column of the text
 * @param status SQL of the text of the status
 * @param modified SQL of the time with its quotes, and the closing brace
 */
export function withStatusSql(column: string, status: string, modified: string): string {
  const [submittedBy, dateModified] = [placeSql(column, SUBMITTED_BY), placeSql(column, DATE_MODIFIED)];
  return (
    `${upToSql(column, STATUS)} || ${status} || ` +
    `substr(${column}, ${submittedBy}, ${dateModified} + ${DATE_MODIFIED.length} - ${submittedBy}) || ${modified}`
  );
}

/** The text with another time of modification. @param modified SQL of the time with its quotes, and the closing brace */
export function withDateModifiedSql(column: string, modified: string): string {
  return `${upToSql(column, DATE_MODIFIED)} || ${modified}`;
}

/** The text up to a token and with it. */
function upToSql(column: string, token: string): string {
  return `left(${column}, ${placeSql(column, token)} + ${token.length - 1})`;
}

function placeSql(column: string, token: string): string {
  return `strpos(${column}, '${token}')`;
}
