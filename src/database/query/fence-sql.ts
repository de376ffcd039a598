/**
 * Ends a subquery that the database is to read as it is written, and not merge with what is around it. As text, for it is
 * known to be nothing before anything is planned: behind `OFFSET 0` nothing is ever done by several processes.
 */
export const FENCE = `OFFSET '0'`;
