/**
 * How many submissions there are of assets, and when the last one came, as the JSON of a list of lists: id, count and
 * milliseconds of each that has any.
 * @param ids SQL of an array
 */
export function talliesSql(ids: string): string {
  return `
    SELECT coalesce(json_agg(json_build_array(asset_id, submissions, extract(epoch FROM last_submitted) * 1000)),
                  '[]')::text AS tallies
    FROM (SELECT asset_id, sum(submissions)::int AS submissions, max(last_submitted) AS last_submitted
            FROM (SELECT asset_id, submissions, last_submitted FROM submission_total
                   WHERE asset_id = ANY(${ids})
                  UNION ALL
                  SELECT asset_id, submissions, last_submitted FROM submission_tally
                   WHERE asset_id = ANY(${ids}) AND slot >= 0) AS counted
           GROUP BY asset_id ORDER BY asset_id) AS tallies`;
}
