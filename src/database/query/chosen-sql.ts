import { FENCE } from './fence-sql';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import { withinScope } from './scope-sql';
import type { SqlParameters } from './sql-parameters';
import { type VersionChoice, versionSql } from './version-sql';

/** Submissions whose answers are counted. */
export interface ChosenSubmissions {
  readonly scope: SubmissionScope;
  readonly version: VersionChoice;
  /** Key of the answer that parts them; undefined: they are not parted. */
  readonly splitPath: string | undefined;
}

/**
 * A common table expression `chosen` with the id, answers, date_submitted and split of submissions; split is '' where
 * they are not parted, or have no such answer. `$1` is the asset.
 *
 * The answers of a submission are unpacked once, however many of them are asked for: `|| '{}'` gives them back as they
 * are, unpacked, and the fences keep it from being done again for each of them.
 * @param isLookedAt what further holds of a row of `submission`, and is asked before anything is unpacked
 */
export function chosenSql(
  { scope, version, splitPath }: ChosenSubmissions,
  isLookedAt?: string,
): { chosen: string; parameters: SqlParameters } {
  const { where, parameters } = withinScope(scope);
  const split =
    splitPath === undefined ? `''` : `coalesce(answers ->> ${parameters.add(splitPath, 'text')}, '')`;
  // Told without unpacking; of the newest version are also those whose answers name none.
  const ofVersion =
    version.kind === 'one' && !version.isNewest
      ? ` AND version_uid = ${parameters.add(version.uid, 'text')}`
      : '';
  const submission =
    isLookedAt === undefined
      ? 'submission'
      : `(SELECT * FROM submission WHERE asset_id = $1 AND ${isLookedAt} ${FENCE}) AS submission`;
  const chosen = `chosen AS NOT MATERIALIZED (
      SELECT id, answers, date_submitted, ${split} AS split
        FROM (SELECT id, version_uid, date_submitted, answers || '{}' AS answers
                FROM ${submission} WHERE ${where}${ofVersion} ${FENCE}) AS unpacked
       WHERE true${versionSql(version, parameters)} ${FENCE}
    )`;
  return { chosen, parameters };
}
