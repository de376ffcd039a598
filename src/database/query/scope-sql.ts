import { TOKENS, submissionTime } from '../../domain/submission/submission-json';
import { hasPattern } from '../../domain/query/mongo-expression';
import type { Projection } from '../../domain/query/data-page';
import type { SubmissionOrder } from '../../domain/query/submission-order';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { ReadCost, RunQuery } from './bounded-reader';
import { filterSql, columnSql, type FieldReader, type FieldSql, jsonSql } from './filter-sql';
import {
  ALL_TIMES,
  type FormattedTime,
  type TimeBounds,
  timeBounds,
  doubleSql,
  timestampSql,
} from './formatted-time-sql';
import { type SqlSortKey, sortedTextSql } from './keyset-sql';
import { checkedInteger, idArraySql, SqlParameters } from './sql-parameters';
import type { SubmissionColumn, SubmissionField } from '../../domain/query/submission-field';
import { wireDate } from '../../domain/text/wire-date';

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

/** Folded and unfolded submission counts of an asset (decision 47). */
const COUNTS = `
  SELECT submissions FROM submission_total WHERE asset_id = $1
  UNION ALL
  SELECT submissions FROM submission_tally WHERE asset_id = $1 AND slot >= 0`;

/** Counts the submissions of a scope; without a filter, and by whole days, from the maintained counts. */
export async function countWithin(scope: SubmissionScope, query: RunQuery): Promise<number> {
  const times = submissionTimes(scope);
  if (times !== undefined) {
    return (
      (await findInWholeDays(scope, times, query)).count +
      (await findInPartialDays(scope, times, query)).count
    );
  }
  const { where, parameters } = withinScope(scope);
  const rows = await query<{ count: number }>(
    scope.filter === undefined
      ? `SELECT coalesce(sum(submissions), 0)::int AS count FROM (${COUNTS}) AS counted`
      : `SELECT count(*)::int AS count FROM submission WHERE ${where}`,
    parameters.values,
  );
  return rows[0]?.count ?? 0;
}

export const SUBMISSION_TIME: FormattedTime = {
  column: 'submission.date_submitted',
  format: submissionTime,
  stepMs: 1000,
};

/** Columns of `submission`, formatted as in its JSON. */
export const SUBMISSION_COLUMNS: Readonly<Record<SubmissionColumn, FieldSql>> = {
  id: columnSql('submission.id', 'bigint'),
  uuid: columnSql('submission.uuid', 'text'),
  rootUuid: columnSql(
    `CASE WHEN strpos(submission.root_uuid, ':') > 0 THEN submission.root_uuid ELSE 'uuid:' || submission.root_uuid END`,
    'text',
  ),
  submittedBy: columnSql('submission.submitted_by', 'text'),
  submittedAt: {
    ...columnSql(`to_char(submission.date_submitted AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`, 'text'),
    formattedTime: SUBMISSION_TIME,
  },
  modifiedAt: {
    ...columnSql(
      `to_char(submission.date_modified AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      'text',
    ),
    formattedTime: { column: 'submission.date_modified', format: wireDate, stepMs: 1 },
  },
};

const VALIDATION_STATUS = '_validation_status';

export const submissionFieldSql: FieldReader<SubmissionField> = (field, parameters) => {
  switch (field.source) {
    case 'column':
      return SUBMISSION_COLUMNS[field.column];
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

/**
 * WHERE condition of `submission` rows in a scope. `$1` is the asset, followed by the given values and then those that the
 * filter binds.
 */
export function withinScope(
  { assetId, filter }: SubmissionScope,
  ...values: unknown[]
): { where: string; parameters: SqlParameters } {
  const parameters = new SqlParameters(assetId, ...values);
  const condition = filter === undefined ? '' : ` AND ${filterSql(filter, submissionFieldSql, parameters)}`;
  return { where: `asset_id = $1${condition}`, parameters };
}

/** Times that the filter selects by nothing else; undefined: it has other conditions, or none. */
export function submissionTimes({ filter }: SubmissionScope): TimeBounds | undefined {
  if (filter === undefined) return undefined;
  let times = ALL_TIMES;
  for (const leaf of filter.kind === 'and' ? filter.of : [filter]) {
    if (leaf.kind !== 'compare' || typeof leaf.value !== 'string' || leaf.field.source !== 'column') return;
    if (leaf.field.column !== 'submittedAt') return undefined;
    const { from, until } = timeBounds(SUBMISSION_TIME, leaf.relation, leaf.value);
    times = { from: from > times.from ? from : times.from, until: until < times.until ? until : times.until };
  }
  return times;
}

const DAY_MS = 24 * 60 * 60_000;

/** Midnight (UTC) before or after a time, as bounds of times have it. */
function midnight(time: string, round: (days: number) => number): string {
  if (time.endsWith('infinity')) return time;
  const date = new Date(round(Date.parse(time) / DAY_MS) * DAY_MS).toISOString();
  return date.startsWith('+') ? 'infinity' : date;
}

/** Submissions of times, as far as is known without reading each. */
export interface TimeSummary {
  readonly count: number;
  /** None of them has a lower id; the id of one if ids were taken in the order of times. */
  readonly firstId: number;
  /** None of them has a higher id, likewise. */
  readonly lastId: number;
}

/** Sums the counts of whole days. */
export async function findInWholeDays(
  { assetId }: SubmissionScope,
  { from, until }: TimeBounds,
  query: RunQuery,
): Promise<TimeSummary> {
  const [firstDay, endDay] = [midnight(from, Math.ceil), midnight(until, Math.floor)];
  if (firstDay >= endDay) return NONE;
  const [days] = await query<FoundTimes>(
    `SELECT coalesce(sum(submissions), 0)::int AS count, min(first_id)::text AS "firstId", max(last_id)::text AS "lastId"
       FROM submission_tally
      WHERE asset_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date
        AND day < ($3::timestamptz AT TIME ZONE 'UTC')::date`,
    [assetId, firstDay, endDay],
  );
  return summaryOf(days!);
}

/**
 * Reads in the index what is before and after the whole days. Not in one statement with these: counts and submissions may
 * be on different nodes (decision 154).
 */
export async function findInPartialDays(
  { assetId }: SubmissionScope,
  { from, until }: TimeBounds,
  query: RunQuery,
): Promise<TimeSummary> {
  const [firstDay, endDay] = [midnight(from, Math.ceil), midnight(until, Math.floor)];
  const hasWholeDays = firstDay < endDay;
  const between = 'SELECT id FROM submission WHERE asset_id = $1 AND date_submitted >=';
  const [found] = await query<FoundTimes>(
    `SELECT count(*)::int AS count, min(id)::text AS "firstId", max(id)::text AS "lastId" FROM (
       ${between} $2::timestamptz AND date_submitted < $3::timestamptz
       UNION ALL
       ${between} $4::timestamptz AND date_submitted < $5::timestamptz) AS partial`,
    [assetId, from, hasWholeDays ? firstDay : until, hasWholeDays ? endDay : until, until],
  );
  return summaryOf(found!);
}

interface FoundTimes {
  readonly count: number;
  readonly firstId: string | null;
  readonly lastId: string | null;
}

const NONE: TimeSummary = { count: 0, firstId: Infinity, lastId: 0 };

const summaryOf = ({ count, firstId, lastId }: FoundTimes): TimeSummary => ({
  count,
  firstId: firstId === null ? NONE.firstId : Number(firstId),
  lastId: lastId === null ? NONE.lastId : Number(lastId),
});

/** Cost of reading a page of a scope. */
export function costOf({ filter }: SubmissionScope): ReadCost {
  if (filter === undefined) return 'known';
  return hasPattern(filter) ? 'patterns' : 'rows';
}

/** Cost of an aggregate over a scope. */
export function costOfAggregate({ filter }: SubmissionScope): ReadCost {
  return filter !== undefined && hasPattern(filter) ? 'patterns' : 'aggregate';
}

/** Sort keys of submissions, before the id. */
export function sortedKeys({ by }: SubmissionOrder, parameters: SqlParameters): SqlSortKey[] {
  return by.map(({ field, type, descending }) => {
    const { text } = submissionFieldSql(field, parameters);
    if (type === 'text') return { sql: sortedTextSql(text), type, descending };
    const answer = `(${text})`;
    return { sql: type === 'number' ? doubleSql(answer) : timestampSql(answer), type: 'numeric', descending };
  });
}

/** JSON of a `submission` row reduced to the projected members, in their order and formatting. */
export function projectionSql(projection: Projection | undefined, parameters: SqlParameters): string {
  if (projection === undefined) return 'json';
  const { keys, validationStatus } = projection;
  const value = validationStatus ? 'value' : `CASE key WHEN '_validation_status' THEN '{}' ELSE value END`;
  const isProjected = `key = ANY(${parameters.add(keys, 'text[]')})`;
  return `(SELECT json_object_agg(key, ${value})::text FROM json_each(json::json) WHERE ${isProjected})`;
}

/** Query for id and JSON of these submissions of an asset, by default ordered by id. */
export function submissionJsonSql(assetId: number, ids: readonly number[], order = 'id'): string {
  return (
    `SELECT id, json FROM submission WHERE asset_id = ${checkedInteger(assetId)} ` +
    `AND id = ANY(${idArraySql(ids)}) ORDER BY ${order}`
  );
}

/** Query for id and JSON of at most `maxRows` submissions of an asset after an id. */
export function submissionJsonAfterSql(assetId: number, id: number, maxRows: number): string {
  return (
    `SELECT id, json FROM submission WHERE asset_id = ${checkedInteger(assetId)} ` +
    `AND id > ${checkedInteger(id)} ORDER BY id LIMIT ${checkedInteger(maxRows)}`
  );
}
