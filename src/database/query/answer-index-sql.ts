import { escapeLiteral } from 'pg';
import type { ComparedAnswer } from '../../domain/query/compared-answers';
import type { RunQuery } from './bounded-reader';
import { jsonSql } from './filter-sql';
import { doubleSql } from './formatted-time-sql';
import { sortedTextSql } from './keyset-sql';

/** Name of the index on an answer of a form (decision 153). @param asset SQL of the asset's id, like the others */
export function answerIndexNameSql(asset: string, kind: string, path: string): string {
  return `'answers_' || ${asset} || '_' || left(md5(${kind} || ':' || ${path}), 12)`;
}

/** Expression of the index, to the letter as filters and sort keys have it. */
export function indexedAnswerSql({ path, kind }: ComparedAnswer): string {
  const { text, number } = jsonSql(() => `answers -> ${escapeLiteral(path)}::text`);
  switch (kind) {
    case 'text':
      return `(${sortedTextSql(text)})`;
    case 'number':
      return `(${number})`;
    case 'double':
      return `(${doubleSql(`(${text})`)})`;
  }
}

/** Whether the index on an answer is built. */
export async function hasAnswerIndex(
  query: RunQuery,
  assetId: number,
  { path, kind }: ComparedAnswer,
): Promise<boolean> {
  const rows = await query(
    `SELECT FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid AND i.indisvalid
      WHERE c.relnamespace = current_schema()::regnamespace
        AND c.relname = (${answerIndexNameSql('$1::int', '$2::text', '$3::text')})`,
    [assetId, kind, path],
  );
  return rows.length > 0;
}
