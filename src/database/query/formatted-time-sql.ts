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
  const compare = (operator: '>=' | '<', isReached: (formatted: string) => boolean): string =>
    `${time.column} ${operator} ${parameters.add(firstTime(time, isReached), 'timestamptz')}`;
  switch (relation) {
    case 'gt':
      return compare('>=', (each) => each > text);
    case 'gte':
      return compare('>=', (each) => each >= text);
    case 'lt':
      return compare('<', (each) => each >= text);
    case 'lte':
      return compare('<', (each) => each > text);
    case 'eq':
      return `(${compare('>=', (each) => each >= text)} AND ${compare('<', (each) => each > text)})`;
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
