import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { Ask } from './bounded-reader';
import { withinScope } from './scope-sql';

/** How many submissions a scope holds; a whole asset's are counted already. */
export async function countWithin(scope: SubmissionScope, ask: Ask): Promise<number> {
  const { where, parameters } = withinScope(scope);
  const rows = await ask<{ count: number }>(
    scope.filter === undefined
      ? 'SELECT coalesce(sum(submissions), 0)::int AS count FROM submission_tally WHERE asset_id = $1'
      : `SELECT count(*)::int AS count FROM submission WHERE ${where}`,
    parameters.values,
  );
  return rows[0]?.count ?? 0;
}
