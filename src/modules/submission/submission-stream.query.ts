import { Injectable } from '@nestjs/common';
import { asLines, type CopiedRows, eachRow } from '../../database/copy/copied-rows';
import { CopyReader } from '../../database/copy/copy-reader';
import { BoundedReader } from '../../database/query/bounded-reader';
import { countWithin } from '../../database/query/count-within';
import { jsonBehindId, jsonOfIds } from '../../database/query/json-of-ids';
import { costOf, withinScope } from '../../database/query/scope-sql';
import type { SubmissionScope } from '../../domain/query/submission-scope';

/** Takes a submission of a piece: its JSON is the bytes from start to end. */
export type TakeJson = (bytes: Uint8Array, start: number, end: number) => void;

/** Some submissions, as they are stored. */
export interface StreamedPiece {
  readonly submissions: number;
  /** The next ones cost little to find: they may be read before they are asked for. */
  readonly isNextNear: boolean;
  each(take: TakeJson): void;
  /** The JSON of each in UTF-8, ended by a line break, in memory that is theirs: the piece is nothing else any more. */
  lines(): Buffer;
}

/** Submissions that were looked for before they were read. */
export interface FoundPiece extends StreamedPiece {
  /** When the newest of those that were found with them came. */
  readonly newest: Date;
}

/** So many are found at a time; how many of them are read at once depends on what they weigh. */
const MOST_ROWS = 1000;
/** What a filter lets through is near where as many as are looked for at a time were found within this. */
const NEAR_MS = 100;

/** Reads all that a scope holds, a piece at a time: no connection is held while a reader is slow. */
@Injectable()
export class SubmissionStreamQuery {
  constructor(
    private readonly reader: BoundedReader,
    private readonly copyReader: CopyReader,
  ) {}

  /** All submissions of a scope, oldest first. @param abandoned ends what a filter looks for */
  all(scope: SubmissionScope, abandoned?: AbortSignal): AsyncGenerator<StreamedPiece> {
    return scope.filter === undefined ? this.unfiltered(scope) : this.found(scope, abandoned);
  }

  /** The same with what is known of them where they were found. */
  async *found(scope: SubmissionScope, abandoned?: AbortSignal): AsyncGenerator<FoundPiece> {
    const reading = this.copyReader.open(true);
    const select = (ids: readonly number[]): string => jsonOfIds(scope.assetId, ids);
    try {
      for (let last = 0; ;) {
        const started = performance.now();
        const found = await this.after(scope, last, abandoned);
        if (found === undefined) return;
        const { ids, newest } = found;
        const areNear = ids.length === MOST_ROWS && performance.now() - started < NEAR_MS;
        for (let from = 0; from < ids.length;) {
          const { copied, place } = await reading.next(ids, from, select);
          from = place;
          yield { ...pieceOf(copied, areNear || from < ids.length), newest };
        }
        last = ids.at(-1)!;
      }
    } finally {
      reading.close();
    }
  }

  private async *unfiltered({ assetId }: SubmissionScope): AsyncGenerator<StreamedPiece> {
    const reading = this.copyReader.open(true);
    const select = (id: number, mostRows: number): string => jsonBehindId(assetId, id, mostRows);
    try {
      for (let last = 0; ;) {
        const { copied, isLast } = await reading.behind(last, MOST_ROWS, select);
        yield pieceOf(copied, !isLast);
        if (isLast) return;
        last = copied.lastKey;
      }
    } finally {
      reading.close();
    }
  }

  /** How many there are. */
  count(scope: SubmissionScope): Promise<number> {
    return this.reader.read(costOf(scope), (ask) => countWithin(scope, ask));
  }

  /** The next ids behind one, as one row: a thousand of them cost more to read than to find. */
  private async after(
    scope: SubmissionScope,
    id: number,
    abandoned: AbortSignal | undefined,
  ): Promise<{ ids: number[]; newest: Date } | undefined> {
    const { where, parameters } = withinScope(scope, id);
    const [found] = await this.reader.read(
      costOf(scope),
      (ask) =>
        ask<{ ids: string | null; newest: Date }>(
          `SELECT string_agg(id::text, ',') AS ids, max(date_submitted) AS newest FROM (
           SELECT id, date_submitted FROM submission WHERE ${where} AND id > $2 ORDER BY id LIMIT ${MOST_ROWS}) AS next`,
          parameters.values,
        ),
      abandoned,
    );
    if (found === undefined || found.ids === null) return undefined;
    return { ids: found.ids.split(',').map(Number), newest: found.newest };
  }
}

function pieceOf(copied: CopiedRows, isNextNear: boolean): StreamedPiece {
  return {
    submissions: copied.count,
    isNextNear,
    each: (take) => eachRow(copied, (_, start, end) => take(copied.bytes, start, end)),
    lines: () => asLines(copied),
  };
}
