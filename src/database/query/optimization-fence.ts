/**
 * Keeps a subquery from being flattened into the outer query. A text literal, folded before planning, unlike `OFFSET 0` keeps
 * the subquery parallel-safe.
 */
export const OPTIMIZATION_FENCE = `OFFSET '0'`;
