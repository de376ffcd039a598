import { parentChainIndex } from '../../domain/odata/submission-rows';
import type { EntitySet } from '../../domain/odata/entity-model';
import type { SqlParameters } from './sql-parameters';

/**
 * FROM clause of an entity set: `submission` and, for repeats, `feed_row` with the answers of each instance, its index in the
 * submission and its parent's. Numbers the rows as `SubmissionRows` does.
 */
export function odataRowsSql(
  set: EntitySet,
  parent: EntitySet | undefined,
  parameters: SqlParameters,
): string {
  if (set.chains.length === 0) return 'submission';
  const parts = set.chains.map((chain, chainIndex) => {
    const parentChain = parent === undefined ? -1 : parentChainIndex(parent, chain);
    const parentIndex =
      parentChain === -1 ? 'NULL::bigint' : `outer_index${rowsBefore(parent!, parentChain, parameters)}`;
    return `SELECT ${chainIndex} AS chain, index, ${parentIndex} AS parent_index, answers FROM ${instancesSql(chain, parameters)} AS instance`;
  });
  const all =
    parts.length === 1
      ? parts[0]
      : `SELECT row_number() OVER (ORDER BY chain, index) AS index, parent_index, answers
           FROM (${parts.join(' UNION ALL ')}) AS part`;
  return `submission CROSS JOIN LATERAL (${all}) AS feed_row`;
}

/** Number of rows of a set before those of one of its chains. */
function rowsBefore({ chains }: EntitySet, chainIndex: number, parameters: SqlParameters): string {
  return chains
    .slice(0, chainIndex)
    .map((chain) => ` + (SELECT count(*) FROM ${instancesSql(chain, parameters)} AS before)`)
    .join('');
}

function instancesSql(chain: readonly string[], parameters: SqlParameters): string {
  const [last, ...before] = chain.toReversed();
  const [from, answers, index] =
    before.length === 0
      ? ['', 'submission.answers', '0::bigint']
      : [
          `${instancesSql(before.toReversed(), parameters)} AS outer_instance CROSS JOIN LATERAL `,
          'outer_instance.answers',
          'outer_instance.index',
        ];
  const list = `${answers} -> ${parameters.add(last, 'text')}`;
  return `(SELECT row_number() OVER (ORDER BY ${index}, position) AS index, ${index} AS outer_index, inner_instance.answers
      FROM ${from}jsonb_array_elements(CASE jsonb_typeof(${list}) WHEN 'array' THEN ${list} END)
           WITH ORDINALITY AS inner_instance (answers, position)
     WHERE jsonb_typeof(inner_instance.answers) = 'object')`;
}
