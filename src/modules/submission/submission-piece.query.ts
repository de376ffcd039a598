import { Injectable } from '@nestjs/common';
import { BoundedReader } from '../../database/query/bounded-reader';
import type { SubmissionScope } from '../../domain/query/submission-scope';

/** The submissions of a page, in order, as a reader of the scope found them. */
export interface FoundPage {
  readonly ids: readonly number[];
}

/** One submission of a page. */
export interface PieceRow {
  /** Its position on the page, from 0. */
  readonly place: number;
  readonly text: string;
}

/** What of submissions is read: the XML as it came, what was answered as JSON, or their whole JSON. */
export type PieceKind = 'xml' | 'answers' | 'json';

const COLUMNS: Readonly<Record<PieceKind, string>> = { xml: 'xml', answers: 'answers::text', json: 'json' };

/** As much is read at a time, whatever the rows weigh: of rows as they lie on the disk, and of rows. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_ROWS = 200;

/** Reads the rows of a page a piece at a time: no connection is held while a reader is slow. */
@Injectable()
export class SubmissionPieceQuery {
  constructor(private readonly reader: BoundedReader) {}

  /**
   * The next rows of a page, in its order, from a place on; one that is gone is left out.
   * @returns them with the place behind the last that was looked at
   */
  async next(
    { assetId }: SubmissionScope,
    { ids }: FoundPage,
    kind: PieceKind,
    place: number,
  ): Promise<{ rows: PieceRow[]; place: number }> {
    const asked = ids.slice(place, place + MOST_ROWS);
    const rows = await this.reader.read('known', (ask) =>
      ask<PieceRow>(
        `SELECT place, text FROM (
           SELECT p.place, ${COLUMNS[kind]} AS text,
                  sum(pg_column_size(s.${kind})) OVER (ORDER BY p.place ROWS UNBOUNDED PRECEDING)
                    - pg_column_size(s.${kind}) < ${MOST_BYTES} AS fits
             FROM unnest($2::bigint[], $3::int[]) AS p(id, place)
             JOIN submission s ON s.asset_id = $1 AND s.id = p.id) AS piece
          WHERE fits ORDER BY place`,
        [assetId, asked, asked.map((_, index) => place + index)],
      ),
    );
    return { rows, place: (rows.at(-1)?.place ?? place + asked.length - 1) + 1 };
  }
}
