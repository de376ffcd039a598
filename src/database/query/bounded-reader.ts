import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import { InvalidError } from '../../domain/errors';

/** Asks the database, in the snapshot of a bounded read. */
export type Ask = <Row extends object>(sql: string, values: readonly unknown[]) => Promise<Row[]>;

/** A statement may take this long when its cost depends on how many rows there are. */
const LONGEST_SCAN_MS = 10_000;
/** And this long when a caller's regular expression decides. */
const LONGEST_PATTERN_SCAN_MS = 1_000;

const QUERY_CANCELED = '57014';
const INVALID_PATTERN = '2201B';

/** Reads whose cost the caller decides: they see one snapshot, change nothing, and end in time. */
@Injectable()
export class BoundedReader {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * @param patterns whether regular expressions are looked for, which get less time
   * @throws InvalidError when a statement takes too long, or a regular expression is none
   */
  async read<Result>(patterns: boolean, work: (ask: Ask) => Promise<Result>): Promise<Result> {
    const runner = this.dataSource.createQueryRunner('slave');
    const limit = patterns ? LONGEST_PATTERN_SCAN_MS : LONGEST_SCAN_MS;
    try {
      await runner.query(
        `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${limit}`,
      );
      try {
        return await work(oneAtATime(runner));
      } finally {
        // Nothing was written; this ends the snapshot, also after an error.
        await runner.query('ROLLBACK');
      }
    } catch (error) {
      throw translated(error);
    } finally {
      await runner.release();
    }
  }
}

/** A connection answers one statement after the other; the next one waits here. */
function oneAtATime(runner: QueryRunner): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (sql, values) => {
    const answer = last.then(() => runner.query(sql, [...values]));
    last = answer;
    return answer;
  };
}

function translated(error: unknown): unknown {
  const code = error instanceof QueryFailedError ? (error.driverError as { code?: unknown }).code : undefined;
  if (code === QUERY_CANCELED) {
    return new InvalidError('The filter takes too long to evaluate. Narrow it down, by _id for example.');
  }
  if (code === INVALID_PATTERN) {
    return new InvalidError('Unsupported query: the regular expression can not be read. Correct it.');
  }
  return error;
}
