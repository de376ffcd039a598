import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { Ask } from './bounded-reader';
import { withinScope } from './scope-sql';

/** What is counted of an asset: what is folded already, and what is not (decision 90). */
const OPEN_AND_FOLDED = `
  SELECT submissions FROM submission_total WHERE asset_id = $1
  UNION ALL
  SELECT submissions FROM submission_tally WHERE asset_id = $1 AND slot >= 0`;

/** How many submissions a scope holds; a whole asset's are counted already. */
export async function countWithin(scope: SubmissionScope, ask: Ask): Promise<number> {
  const { where, parameters } = withinScope(scope);
  const rows = await ask<{ count: number }>(
    scope.filter === undefined
      ? `SELECT coalesce(sum(submissions), 0)::int AS count FROM (${OPEN_AND_FOLDED}) AS counted`
      : `SELECT count(*)::int AS count FROM submission WHERE ${where}`,
    parameters.values,
  );
  return rows[0]?.count ?? 0;
}
