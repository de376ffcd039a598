import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PoolClient } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { CutOffError, InvalidError } from '../../domain/errors';
import { sqlState } from '../broken-constraint';
import { allowSilence } from '../connection/watched-pool';
import { askBackend, endingWith } from './abandoned-statement';

/** Asks the database. */
export type Ask = <Row extends object>(sql: string, values: readonly unknown[]) => Promise<Row[]>;

/**
 * Who decides what a read costs: nobody, for it was written to cost little (`known`); how many rows there are (`rows`);
 * a regular expression that a caller wrote (`patterns`); or how many rows there are of a form that is counted as a whole,
 * which somebody waits for (`whole`, decision 99).
 */
export type ReadCost = 'known' | 'rows' | 'patterns' | 'whole';

const LONGEST_MS: Readonly<Record<Exclude<ReadCost, 'known'>, number>> = {
  rows: 4_000,
  patterns: 1_000,
  whole: 30_000,
};
/**
 * What counts everything groups it in memory, where the database would else write it to its disk and read it again. It
 * doesn't know how many groups there will be, guesses a handful, and would choose what is right for a handful alone. Its
 * guess at what a group takes is far too high where rows have many columns. Processes hand over what they counted, and not
 * wide rows: that takes longer than it thinks (decision 97).
 */
const WHOLE_MEANS = `SET LOCAL work_mem = '64MB'; SET LOCAL hash_mem_multiplier = 4; SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 2; SET LOCAL parallel_leader_participation = off; SET LOCAL parallel_tuple_cost = 0.5;
  SET LOCAL enable_mergejoin = off; SET LOCAL enable_nestloop = off`;

/** The database itself ends the statement before. */
const LONGEST_SILENCE_MS = LONGEST_MS.whole + 1_000;

const QUERY_CANCELED = '57014';
const INVALID_PATTERN = '2201B';

/** Reads that change nothing. Those of unknown cost see one snapshot and end in time. */
@Injectable()
export class BoundedReader {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Statements of known cost go out as they are, side by side.
   * @param abandoned ends statements of unknown cost: nobody waits for them any more
   * @throws InvalidError when a statement takes too long, or a regular expression is none; CutOffError when it was abandoned
   */
  async read<Result>(
    cost: ReadCost,
    work: (ask: Ask) => Promise<Result>,
    abandoned?: AbortSignal,
  ): Promise<Result> {
    if (cost === 'known') return work((sql, values) => this.dataSource.query(sql, [...values]));
    const runner = this.dataSource.createQueryRunner('slave');
    let endSilence = (): void => undefined;
    let outOfReach = (): Promise<void> => Promise.resolve();
    try {
      const client = (await runner.connect()) as PoolClient;
      if (cost === 'whole') endSilence = allowSilence(client, LONGEST_SILENCE_MS);
      try {
        const pid = await askBackend(
          client,
          `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${LONGEST_MS[cost]}${cost === 'whole' ? `; ${WHOLE_MEANS}` : ''}`,
        );
        if (abandoned !== undefined) outOfReach = endingWith(abandoned, pid, this.dataSource);
        return await work(oneAtATime(runner, cost === 'whole' ? LONGEST_MS.whole : undefined, abandoned));
      } finally {
        await outOfReach();
        // Nothing was written; this ends the snapshot, also after an error, were it in the middle of the beginning. Where
        // it can't be ended the pool closes the connection, and what was read, or went wrong before, is what counts.
        await runner.query('ROLLBACK').catch(() => undefined);
      }
    } catch (error) {
      throw abandoned?.aborted === true ? new CutOffError() : translated(error);
    } finally {
      endSilence();
      await runner.release();
    }
  }
}

/**
 * A connection answers one statement after the other; the next one waits here.
 * @param togetherMs what all of them have together; undefined: each has its time
 * @param abandoned those that still wait then are not asked
 */
function oneAtATime(
  runner: QueryRunner,
  togetherMs: number | undefined,
  abandoned: AbortSignal | undefined,
): Ask {
  const began = performance.now();
  let last: Promise<unknown> = Promise.resolve();
  let isFirst = true;
  return (sql, values) => {
    const left = isFirst ? undefined : togetherMs;
    isFirst = false;
    const answer = last.then(async (): Promise<never> => {
      if (left !== undefined) {
        const leftMs = Math.max(1, Math.ceil(began + left - performance.now()));
        await runner.query(`SELECT set_config('statement_timeout', $1, true)`, [String(leftMs)]);
      }
      // Who left while it waited ended the one before it.
      if (abandoned?.aborted === true) throw new CutOffError();
      return (await runner.query(sql, [...values])) as never;
    });
    last = answer;
    return answer;
  };
}

function translated(error: unknown): unknown {
  const code = sqlState(error);
  if (code === QUERY_CANCELED) {
    return new InvalidError('The filter takes too long to evaluate. Narrow it down, by _id for example.');
  }
  if (code === INVALID_PATTERN) {
    return new InvalidError('Unsupported query: the regular expression can not be read. Correct it.');
  }
  return error;
}
