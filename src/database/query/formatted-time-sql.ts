import type { Relation } from '../../domain/query/filter';
import type { SqlParameters } from './sql-parameters';

/** Timestamp column that clients see, and compare, as text. */
export interface FormattedTime {
  readonly column: string;
  /** Sorts like time; ASCII. */
  readonly format: (time: Date) => string;
  /** Times of one step have the same text. */
  readonly stepMs: number;
}

/** Years with four digits; the format of others does not sort like time. */
const [MIN_TIME, END_TIME] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z') + 1000];

/** Times from `from`, before `until`; ISO 8601 or an infinity, which sort as text. */
export interface TimeBounds {
  readonly from: string;
  readonly until: string;
}

export const ALL_TIMES: TimeBounds = { from: '-infinity', until: 'infinity' };

/**
 * Compares the column with the time at which the comparison of its text changes, so that an index on it applies and no row
 * is formatted.
 * @param text any text, also one that is no time
 */
export function formattedTimeSql(
  time: FormattedTime,
  relation: Relation,
  text: string,
  parameters: SqlParameters,
): string {
  const { from, until } = timeBounds(time, relation, text);
  const compare = (operator: '>=' | '<', bound: string): string =>
    `${time.column} ${operator} ${parameters.add(bound, 'timestamptz')}`;
  switch (relation) {
    case 'gt':
    case 'gte':
      return compare('>=', from);
    case 'lt':
    case 'lte':
      return compare('<', until);
    case 'eq':
      return `(${compare('>=', from)} AND ${compare('<', until)})`;
  }
}

/** Times whose text satisfies the comparison. */
export function timeBounds(time: FormattedTime, relation: Relation, text: string): TimeBounds {
  const reaches = (each: string): boolean => each >= text;
  const passes = (each: string): boolean => each > text;
  switch (relation) {
    case 'gt':
      return { ...ALL_TIMES, from: firstTime(time, passes) };
    case 'gte':
      return { ...ALL_TIMES, from: firstTime(time, reaches) };
    case 'lt':
      return { ...ALL_TIMES, until: firstTime(time, reaches) };
    case 'lte':
      return { ...ALL_TIMES, until: firstTime(time, passes) };
    case 'eq':
      return { from: firstTime(time, reaches), until: firstTime(time, passes) };
  }
}

/** Binary search for the first time whose text satisfies a condition, which later ones satisfy too. */
function firstTime({ format, stepMs }: FormattedTime, isReached: (formatted: string) => boolean): string {
  const timeOf = (step: number): Date => new Date(MIN_TIME + step * stepMs);
  const steps = (END_TIME - MIN_TIME) / stepMs;
  let [low, high] = [0, steps];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isReached(format(timeOf(middle)))) high = middle;
    else low = middle + 1;
  }
  return low === steps ? 'infinity' : timeOf(low).toISOString();
}
