import { Injectable } from '@nestjs/common';
import { BoundedReader } from '../../../database/query/bounded-reader';
import type { SubmissionScope } from '../../../domain/query/submission-scope';

/** Ids of a page, in order, found by a query that applied the scope. */
export interface FoundPage {
  readonly ids: readonly number[];
}

export interface ChunkRow {
  /** Position on the page, from 0. */
  readonly index: number;
  readonly text: string;
}

/** The submitted XML, the answers as JSON, or the rendered JSON. */
export type SubmissionColumn = 'xml' | 'answers' | 'json';

const COLUMNS: Readonly<Record<SubmissionColumn, string>> = {
  xml: 'xml',
  answers: 'answers::text',
  json: 'json',
};

/** Maximum size of stored, compressed column values per chunk; the first row is always included. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_ROWS = 200;

/** Reads the rows of a page in chunks: no connection is held while the client is slow. */
@Injectable()
export class SubmissionChunkQuery {
  constructor(private readonly reader: BoundedReader) {}

  /**
   * The next rows of a page, in order; deleted rows are omitted.
   * @param start index of the first row
   * @returns the rows, and the index after the last one read
   */
  async next(
    { assetId }: SubmissionScope,
    { ids }: FoundPage,
    column: SubmissionColumn,
    start: number,
  ): Promise<{ rows: ChunkRow[]; next: number }> {
    const chunk = ids.slice(start, start + MAX_ROWS);
    const rows = await this.reader.read('known', (query) =>
      query<ChunkRow>(
        `SELECT ordinal AS index, text FROM (
           SELECT p.ordinal, ${COLUMNS[column]} AS text,
                  sum(pg_column_size(s.${column})) OVER (ORDER BY p.ordinal ROWS UNBOUNDED PRECEDING)
                    - pg_column_size(s.${column}) < ${MAX_BYTES} AS fits
             FROM unnest($2::bigint[], $3::int[]) AS p(id, ordinal)
             JOIN submission s ON s.asset_id = $1 AND s.id = p.id) AS chunk
          WHERE fits ORDER BY ordinal`,
        [assetId, chunk, chunk.map((_, index) => start + index)],
      ),
    );
    return { rows, next: (rows.at(-1)?.index ?? start + chunk.length - 1) + 1 };
  }
}
