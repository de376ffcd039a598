import { chainAround } from '../../domain/odata/feed-rows';
import type { FeedSet } from '../../domain/odata/feed-model';
import type { SqlParameters } from './sql-parameters';

/**
 * What the rows of a set are read from: `submission`, and for a repeat `feed_row` with the answers of each copy, its
 * index in the submission and that of the copy around it. Counts the rows that `SubmissionRows` counts.
 */
export function feedRowsSql(set: FeedSet, parent: FeedSet | undefined, parameters: SqlParameters): string {
  if (set.chains.length === 0) return 'submission';
  const parts = set.chains.map((chain, place) => {
    const around = parent === undefined ? -1 : chainAround(parent, chain);
    const parentIndex = around === -1 ? 'NULL::bigint' : `around${rowsBefore(parent!, around, parameters)}`;
    return `SELECT ${place} AS chain, index, ${parentIndex} AS parent_index, answers FROM ${copiesSql(chain, parameters)} AS copy`;
  });
  const all =
    parts.length === 1
      ? parts[0]
      : `SELECT row_number() OVER (ORDER BY chain, index) AS index, parent_index, answers
           FROM (${parts.join(' UNION ALL ')}) AS part`;
  return `submission CROSS JOIN LATERAL (${all}) AS feed_row`;
}

/** Rows of the set around that stand before those of its chain `place`. */
function rowsBefore({ chains }: FeedSet, place: number, parameters: SqlParameters): string {
  return chains
    .slice(0, place)
    .map((chain) => ` + (SELECT count(*) FROM ${copiesSql(chain, parameters)} AS before)`)
    .join('');
}

/** The copies of one repeat, in the order of the document. */
function copiesSql(chain: readonly string[], parameters: SqlParameters): string {
  const [last, ...before] = chain.toReversed();
  const [from, answers, index] =
    before.length === 0
      ? ['', 'submission.answers', '0::bigint']
      : [
          `${copiesSql(before.toReversed(), parameters)} AS outside CROSS JOIN LATERAL `,
          'outside.answers',
          'outside.index',
        ];
  const list = `${answers} -> ${parameters.add(last, 'text')}`;
  return `(SELECT row_number() OVER (ORDER BY ${index}, place) AS index, ${index} AS around, inside.answers
      FROM ${from}jsonb_array_elements(CASE jsonb_typeof(${list}) WHEN 'array' THEN ${list} END)
           WITH ORDINALITY AS inside (answers, place)
     WHERE jsonb_typeof(inside.answers) = 'object')`;
}
