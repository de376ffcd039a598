import { type FeedOrder, type FeedSort, isText } from '../../domain/odata/feed-order';
import type { PageEnd } from '../../domain/odata/skip-token';
import { feedFieldSql } from './feed-field-sql';
import type { SqlParameters } from './sql-parameters';

/** Texts are sorted by so much of them: the end of a page is told in a URL. */
const SORTED_CHARACTERS = 200;

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
  const keys = by.map((sort) => ({ ...sort, sql: sortedSql(sort, parameters) }));
  return {
    sorted: keys.map(({ sql }) => `(${sql})::text`),
    orderBy: [
      ...keys.map((key) => `${key.sql} ${key.descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}`),
      `submission.id ${descending ? 'DESC' : 'ASC'}`,
      ...(index === undefined ? [] : [index]),
    ].join(', '),
    after: end === undefined ? '' : ` AND ${behind(keys, end, { descending, index }, parameters)}`,
  };
}

function sortedSql({ field }: FeedSort, parameters: SqlParameters): string {
  const { text, number } = feedFieldSql(field, parameters);
  return isText(field) ? `left(${text}, ${SORTED_CHARACTERS}) COLLATE "C"` : `(${number})`;
}

function behind(
  keys: readonly (FeedSort & { sql: string })[],
  { sorted, submission, index: lastIndex }: PageEnd,
  { descending, index }: { descending: boolean; index: string | undefined },
  parameters: SqlParameters,
): string {
  const id = parameters.add(submission, 'bigint');
  const further = `submission.id ${descending ? '<' : '>'} ${id}`;
  const row =
    index === undefined
      ? further
      : // The first half alone is what an index answers.
        `(submission.id ${descending ? '<=' : '>='} ${id} AND (${further} OR ${index} > ${parameters.add(lastIndex, 'bigint')}))`;
  return keys.reduceRight((rest, { sql, field, descending: falls }, at) => {
    const last = sorted[at] ?? null;
    if (last === null) return falls ? `(${sql} IS NULL AND ${rest})` : `(${sql} IS NOT NULL OR ${rest})`;
    const value = parameters.add(last, isText(field) ? 'text' : 'numeric');
    const beyond = falls ? `${sql} < ${value} OR ${sql} IS NULL` : `${sql} > ${value}`;
    return `(${beyond} OR (${sql} = ${value} AND ${rest}))`;
  }, row);
}
