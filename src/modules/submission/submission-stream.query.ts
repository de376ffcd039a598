import { Injectable } from '@nestjs/common';
import { BoundedReader } from '../../database/query/bounded-reader';
import { countWithin } from '../../database/query/count-within';
import { costOf, withinScope } from '../../database/query/scope-sql';
import type { SubmissionScope } from '../../domain/query/submission-scope';

export interface StreamedRow {
  readonly id: number;
  readonly json: string;
  readonly dateSubmitted: Date;
}

/** As much is read at a time, whatever the rows weigh: of rows as they lie on the disk, and of rows. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_ROWS = 500;

/** Reads all that a scope holds, a piece at a time: no connection is held while a reader is slow. */
@Injectable()
export class SubmissionStreamQuery {
  constructor(private readonly reader: BoundedReader) {}

  /** The next rows behind an id; at least one while there are any. */
  after(scope: SubmissionScope, id: number): Promise<StreamedRow[]> {
    const { where, parameters } = withinScope(scope, id);
    return this.reader.read(costOf(scope), (ask) =>
      ask<StreamedRow>(
        `SELECT id, json, date_submitted AS "dateSubmitted" FROM (
           SELECT id, json, date_submitted, sum(pg_column_size(json)) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING)
                            - pg_column_size(json) AS before
             FROM submission WHERE ${where} AND id > $2 ORDER BY id LIMIT ${MOST_ROWS}) AS piece
          WHERE before < ${MOST_BYTES} ORDER BY id`,
        parameters.values,
      ),
    );
  }

  /** How many there are. */
  count(scope: SubmissionScope): Promise<number> {
    return this.reader.read(costOf(scope), (ask) => countWithin(scope, ask));
  }

  /** Paths under which anything was ever answered; those of repeats stand for all inside. */
  async answeredPaths(scope: SubmissionScope): Promise<string[]> {
    const { where, parameters } = withinScope(scope);
    const rows = await this.reader.read(costOf(scope), (ask) =>
      ask<{ path: string }>(
        `SELECT path FROM (SELECT DISTINCT jsonb_object_keys(answers) AS path FROM submission WHERE ${where}) AS answered
          ORDER BY path COLLATE "C"`,
        parameters.values,
      ),
    );
    return rows.map(({ path }) => path);
  }
}
