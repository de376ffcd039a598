/** The values of a question are parted into so many handfuls at most. */
const HANDFULS = 512;

/**
 * Common table expressions that read from `counted` (question, value, submissions) the values that were given most often,
 * `placed` by how often and then by code point; those with `place` at most `most` are all there, others may be.
 *
 * Of texts that all differ there are as many as submissions, and to sort them costs more than to find and count them. So
 * only what can have a place is sorted: the least values of enough handfuls show above which value none can.
 */
export function mostFrequentSql(most: number): string {
  return `
    handful AS MATERIALIZED (
      SELECT question, submissions, hashtext(value) % ${HANDFULS} AS handful, count(*) AS differing, min(value) AS least
        FROM counted GROUP BY 1, 2, 3
    ),
    -- Whoever was given less often than this has no place.
    fewest AS MATERIALIZED (
      SELECT question, min(submissions) AS submissions FROM (
        SELECT question, submissions, sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
          FROM (SELECT question, submissions, sum(differing) AS differing FROM handful GROUP BY 1, 2) AS alike) AS more_often
       WHERE before < ${most} GROUP BY 1
    ),
    -- And of those that were given just as often none above this value; null: all may.
    bound AS MATERIALIZED (
      SELECT question, submissions, min(least) FILTER (WHERE place = ${most}) AS value FROM (
        SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS place
          FROM handful JOIN fewest USING (question, submissions)) AS ordered
       GROUP BY 1, 2
    ),
    placed AS (
      SELECT question, counted.value, counted.submissions,
             row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS place
        FROM counted JOIN bound USING (question)
       WHERE counted.submissions > bound.submissions
          OR counted.submissions = bound.submissions AND (bound.value IS NULL OR counted.value <= bound.value)
    )`;
}
