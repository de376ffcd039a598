const BUCKETS = 512;

/**
 * CTEs that rank the most frequent values of `counted` (question, value, submissions): `top_value` has all with `rank` up to
 * `limit`, by frequency and then code point, and may have more.
 *
 * Sorting all distinct texts would cost more than counting them. The minima of hash buckets bound the values that can rank
 * within the limit, and only those are sorted.
 */
export function mostFrequentSql(limit: number): string {
  return `
    bucket AS MATERIALIZED (
      SELECT question, submissions, hashtext(value) % ${BUCKETS} AS bucket, count(*) AS differing, min(value) AS least
        FROM counted GROUP BY 1, 2, 3
    ),
    -- Lowest frequency that can rank within the limit.
    min_frequency AS MATERIALIZED (
      SELECT question, min(submissions) AS submissions FROM (
        SELECT question, submissions, sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
          FROM (SELECT question, submissions, sum(differing) AS differing FROM bucket GROUP BY 1, 2) AS by_frequency) AS cumulative
       WHERE before < ${limit} GROUP BY 1
    ),
    -- Largest value of that frequency that can rank within the limit; null: any.
    bound AS MATERIALIZED (
      SELECT question, submissions, min(least) FILTER (WHERE rank = ${limit}) AS value FROM (
        SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
          FROM bucket JOIN min_frequency USING (question, submissions)) AS ordered
       GROUP BY 1, 2
    ),
    top_value AS (
      SELECT question, counted.value, counted.submissions,
             row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
        FROM counted JOIN bound USING (question)
       WHERE counted.submissions > bound.submissions
          OR counted.submissions = bound.submissions AND (bound.value IS NULL OR counted.value <= bound.value)
    )`;
}
