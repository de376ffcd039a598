import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { RunQuery } from './bounded-reader';
import { withinScope } from './scope-sql';

/** Folded and unfolded submission counts of an asset (decision 90). */
const COUNTS = `
  SELECT submissions FROM submission_total WHERE asset_id = $1
  UNION ALL
  SELECT submissions FROM submission_tally WHERE asset_id = $1 AND slot >= 0`;

/** Counts the submissions of a scope; without a filter from the maintained counts. */
export async function countWithin(scope: SubmissionScope, query: RunQuery): Promise<number> {
  const { where, parameters } = withinScope(scope);
  const rows = await query<{ count: number }>(
    scope.filter === undefined
      ? `SELECT coalesce(sum(submissions), 0)::int AS count FROM (${COUNTS}) AS counted`
      : `SELECT count(*)::int AS count FROM submission WHERE ${where}`,
    parameters.values,
  );
  return rows[0]?.count ?? 0;
}
