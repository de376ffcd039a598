import { type FeedOrder, type FeedSort, isText } from '../../domain/odata/feed-order';
import type { PageEnd } from '../../domain/odata/skip-token';
import { feedFieldSql } from './feed-field-sql';
import { behindSql, orderedBySql, type SortedKey, sortedTextSql } from './sorted-by-sql';
import type { SqlParameters } from './sql-parameters';

/** How the rows of a feed are sorted, and where a page starts. */
export interface FeedOrderSql {
  /** What is sorted by, as text that `after` reads again. */
  readonly sorted: readonly string[];
  readonly orderBy: string;
  /** A further condition that rows behind the end of the page before meet; empty where the page is the first. */
  readonly after: string;
}

/** @param index SQL of the index of a row in its submission; undefined at the top level */
export function feedOrderSql(
  { by, descending }: FeedOrder,
  index: string | undefined,
  end: PageEnd | undefined,
  parameters: SqlParameters,
): FeedOrderSql {
  const keys = by.map((sort) => sortedKey(sort, parameters));
  const byName = `submission.id ${descending ? 'DESC' : 'ASC'}${index === undefined ? '' : `, ${index}`}`;
  return {
    sorted: keys.map(({ sql }) => `(${sql})::text`),
    orderBy: orderedBySql(keys) + byName,
    after:
      end === undefined
        ? ''
        : ` AND ${behindSql(keys, end.sorted, furtherSql(end, { descending, index }, parameters), parameters)}`,
  };
}

function sortedKey({ field, descending }: FeedSort, parameters: SqlParameters): SortedKey {
  const { text, number } = feedFieldSql(field, parameters);
  return isText(field)
    ? { sql: sortedTextSql(text), type: 'text', descending }
    : { sql: `(${number})`, type: 'numeric', descending };
}

/** Of rows that are sorted by the same, those behind the end. */
function furtherSql(
  { submission, index: lastIndex }: PageEnd,
  { descending, index }: { descending: boolean; index: string | undefined },
  parameters: SqlParameters,
): string {
  const id = parameters.add(submission, 'bigint');
  const further = `submission.id ${descending ? '<' : '>'} ${id}`;
  if (index === undefined) return further;
  // The first half alone is what an index answers.
  return `(submission.id ${descending ? '<=' : '>='} ${id} AND (${further} OR ${index} > ${parameters.add(lastIndex, 'bigint')}))`;
}
