import { Injectable } from '@nestjs/common';
import { asLines } from '../../database/copy/copied-rows';
import { CopyReader } from '../../database/copy/copy-reader';
import { BoundedReader } from '../../database/query/bounded-reader';
import { countWithin } from '../../database/query/count-within';
import { jsonOfIds } from '../../database/query/json-of-ids';
import { costOf, withinScope } from '../../database/query/scope-sql';
import type { SubmissionScope } from '../../domain/query/submission-scope';

/** Some submissions, as they are stored. */
export interface StreamedPiece {
  /** The JSON of each in UTF-8, ended by a line break, in memory that is theirs. */
  readonly lines: Buffer;
  readonly submissions: number;
  /** When the newest of those that were found with them came. */
  readonly newest: Date;
}

/** So many are found at a time; how many of them are read at once depends on what they weigh. */
const MOST_ROWS = 1000;
/** What the first answers bear is what most bear. */
const FIRST_PATHS = 5000;

/** Reads all that a scope holds, a piece at a time: no connection is held while a reader is slow. */
@Injectable()
export class SubmissionStreamQuery {
  constructor(
    private readonly reader: BoundedReader,
    private readonly copyReader: CopyReader,
  ) {}

  /** All submissions of a scope, oldest first, for who asks for the next ones while there are some. */
  async *pieces(scope: SubmissionScope): AsyncGenerator<StreamedPiece> {
    const reading = this.copyReader.open(true);
    const select = (ids: readonly number[]): string => jsonOfIds(scope.assetId, ids);
    try {
      for (let last = 0; ;) {
        const found = await this.after(scope, last);
        if (found === undefined) return;
        const { ids, newest } = found;
        for (let from = 0; from < ids.length;) {
          const { copied, place } = await reading.next(ids, from, select);
          yield { lines: asLines(copied), submissions: copied.count, newest };
          from = place;
        }
        last = ids.at(-1)!;
      }
    } finally {
      reading.close();
    }
  }

  /** How many there are. */
  count(scope: SubmissionScope): Promise<number> {
    return this.reader.read(costOf(scope), (ask) => countWithin(scope, ask));
  }

  /**
   * Paths under which anything was ever answered; those of repeats stand for all inside. Of most submissions nothing is
   * left without the paths that the first ones have, and to take those away costs an eighth of looking at each.
   */
  async answeredPaths(scope: SubmissionScope): Promise<string[]> {
    const { where, parameters } = withinScope(scope);
    const rows = await this.reader.read(costOf(scope), (ask) =>
      ask<{ path: string }>(
        `WITH first AS MATERIALIZED (
           SELECT array_agg(DISTINCT path) AS paths FROM (
             SELECT jsonb_object_keys(answers) AS path FROM submission WHERE ${where} ORDER BY id LIMIT ${FIRST_PATHS}) p)
         SELECT path FROM (
           SELECT unnest(paths) AS path FROM first
            UNION
           SELECT jsonb_object_keys(answers - (SELECT paths FROM first)) FROM submission WHERE ${where}) AS answered
          ORDER BY path COLLATE "C"`,
        parameters.values,
      ),
    );
    return rows.map(({ path }) => path);
  }

  /** The next ids behind one, as one row: a thousand of them cost more to read than to find. */
  private async after(
    scope: SubmissionScope,
    id: number,
  ): Promise<{ ids: number[]; newest: Date } | undefined> {
    const { where, parameters } = withinScope(scope, id);
    const [found] = await this.reader.read(costOf(scope), (ask) =>
      ask<{ ids: string | null; newest: Date }>(
        `SELECT string_agg(id::text, ',') AS ids, max(date_submitted) AS newest FROM (
           SELECT id, date_submitted FROM submission WHERE ${where} AND id > $2 ORDER BY id LIMIT ${MOST_ROWS}) AS next`,
        parameters.values,
      ),
    );
    if (found === undefined || found.ids === null) return undefined;
    return { ids: found.ids.split(',').map(Number), newest: found.newest };
  }
}
