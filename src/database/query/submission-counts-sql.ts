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
