import type { ReportQuestion } from '../../domain/report/report-question';
import { answerTextSql } from './answers-sql';
import { OPTIMIZATION_FENCE } from './optimization-fence';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import { withinScope } from './scope-sql';
import type { SqlParameters } from './sql-parameters';
import { type VersionSelection, versionSql } from './version-sql';

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
