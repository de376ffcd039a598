import type { ExpectedVersion } from '../../domain/entity/expected-version';
import type { ReportQuestion } from '../../domain/report/report-question';
import { answerTextSql } from './answers-sql';
import { OPTIMIZATION_FENCE, type SqlParameters } from './sql-parameters';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import { withinScope } from './scope-sql';

export interface NewAttachment {
  readonly uid: string;
  readonly name: string;
  /** Normalized name, for uniqueness. */
  readonly nameKey: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
  readonly questionXpath: string;
}

const COLUMNS = ['uid', 'name', 'nameKey', 'mimetype', 'byteSize', 'sha256', 'questionXpath'] as const;

/** Arguments of `unnest`: one array per column. */
export function attachmentColumns(attachments: readonly NewAttachment[]): unknown[][] {
  return COLUMNS.map((column) => attachments.map((attachment) => attachment[column]));
}

/** Parameter `versions` of `store_entity_submissions` (functions/store-entity-submissions.sql). */
export function expectedVersionsJson(
  batch: readonly { readonly versions: readonly ExpectedVersion[] }[],
): string {
  const rows = batch.flatMap(({ versions }, index) =>
    versions.map(({ trunkVersion, branchId, branchBase, ...version }) => ({
      ...version,
      place: index + 1,
      properties: Object.keys(version.data),
      trunk_version: trunkVersion,
      branch_id: branchId,
      branch_base: branchBase,
    })),
  );
  return JSON.stringify(rows);
}

/** Selects submissions by the form version they name. */
export type VersionSelection =
  | { readonly kind: 'all' }
  /** Submissions of this version; the newest version includes those that name none. */
  | { readonly kind: 'one'; readonly uid: string; readonly isNewest: boolean };

/** Keys of the form version in a submission (contract-xlsform 4.2). */
const VERSION_KEYS = ['__version__', '_version_', '_version__001'];

/**
 * Condition on the version. The column holds the newest version that a submission names or, if it names none, the newest at
 * its intake; only the answers distinguish the two.
 */
export function versionSql(version: VersionSelection, parameters: SqlParameters): string {
  if (version.kind === 'all') return '';
  const uid = parameters.add(version.uid, 'text');
  const named = `version_uid IN (${VERSION_KEYS.map((key) => `answers ->> '${key}'`).join(', ')})`;
  return version.isNewest
    ? ` AND (version_uid = ${uid} OR (${named}) IS NOT TRUE)`
    : ` AND version_uid = ${uid} AND ${named}`;
}

/**
 * Submission counts of assets: a JSON array of `[asset id, count, time of the last one in ms]`, assets without any left out.
 * @param ids SQL of an array
 */
export function submissionCountsSql(ids: string): string {
  return `
    SELECT coalesce(json_agg(json_build_array(asset_id, submissions, extract(epoch FROM last_submitted) * 1000)),
                  '[]')::text AS counts
    FROM (SELECT asset_id, sum(submissions)::int AS submissions, max(last_submitted) AS last_submitted
            FROM (SELECT asset_id, submissions, last_submitted FROM submission_total
                   WHERE asset_id = ANY(${ids})
                  UNION ALL
                  SELECT asset_id, submissions, last_submitted FROM submission_tally
                   WHERE asset_id = ANY(${ids}) AND slot >= 0) AS counted
           GROUP BY asset_id ORDER BY asset_id) AS counts`;
}

/** Number of submissions of an asset. @param id SQL of its id */
export function submissionCountSql(id: string): string {
  return `(
    coalesce((SELECT total.submissions FROM submission_total total WHERE total.asset_id = ${id}), 0) +
    coalesce((SELECT sum(tally.submissions) FROM submission_tally tally
               WHERE tally.asset_id = ${id} AND tally.slot >= 0), 0))::int`;
}

export interface SelectedSubmissions {
  readonly scope: SubmissionScope;
  readonly version: VersionSelection;
  /** Question to group by; undefined: no grouping. */
  readonly splitBy: Pick<ReportQuestion, 'places'> | undefined;
}

/**
 * CTE `selected` with the columns id, answers, date_submitted and split of submissions; split is '' without grouping or
 * answer. `$1` is the asset.
 *
 * Detoasts the answers of a submission once: `|| '{}'` copies them and the fences keep the copy from being inlined.
 * @param sampleCondition SQL on `submission`, evaluated before detoasting
 */
export function selectedSubmissionsSql(
  { scope, version, splitBy }: SelectedSubmissions,
  sampleCondition?: string,
): { selected: string; parameters: SqlParameters } {
  const { where, parameters } = withinScope(scope);
  const split =
    splitBy === undefined ? `''` : `coalesce(${answerTextSql(splitBy, 'answers', parameters)}, '')`;
  // Filters before detoasting; the newest version also has submissions whose answers name none.
  const versionCondition =
    version.kind === 'one' && !version.isNewest
      ? ` AND version_uid = ${parameters.add(version.uid, 'text')}`
      : '';
  const submission =
    sampleCondition === undefined
      ? 'submission'
      : `(SELECT * FROM submission WHERE asset_id = $1 AND ${sampleCondition} ${OPTIMIZATION_FENCE}) AS submission`;
  const selected = `selected AS NOT MATERIALIZED (
      SELECT id, answers, date_submitted, ${split} AS split
        FROM (SELECT id, version_uid, date_submitted, answers || '{}' AS answers
                FROM ${submission} WHERE ${where}${versionCondition} ${OPTIMIZATION_FENCE}) AS unpacked
       WHERE true${versionSql(version, parameters)} ${OPTIMIZATION_FENCE}
    )`;
  return { selected, parameters };
}

/** Database functions that subscribers may name, defined in `functions/`. Each has a branch in store-submissions.sql. */
export const PUBLISH_FUNCTIONS = ['note_deliveries'] as const;

export type PublishFunction = (typeof PUBLISH_FUNCTIONS)[number];

/** Arguments of a publish function, as SQL expressions. */
interface PublishArguments {
  readonly asset: string;
  readonly submissions: string;
  readonly kind: string;
  readonly moment: string;
}

export const publishCall = (
  name: PublishFunction,
  { asset, submissions, kind, moment }: PublishArguments,
): string => `${name}(${asset}, ${submissions}, ${kind}, ${moment})`;
