import type { TimeZone } from '../../domain/time-zone';
import type { SqlParameters } from './sql-parameters';
import type { Relation } from '../../domain/query/mongo-expression';
import { EDM_PATTERNS, ZONE_PATTERN } from '../../domain/odata/edm-value';

/**
 * Local date of `date_submitted`. The offsets of the zone are parameters, because PostgreSQL may know other names of zones
 * than browsers do.
 */
export function localDaySql({ offsets }: TimeZone, parameters: SqlParameters): string {
  const utc = `date_submitted AT TIME ZONE 'UTC'`;
  if (offsets.every(({ minutes }) => minutes === 0)) return `(${utc})::date`;
  const starts = offsets.map(({ from }) => (from === -Infinity ? '-infinity' : new Date(from).toISOString()));
  const bounds = parameters.add(starts, 'timestamptz[]');
  const minutes = parameters.add(
    offsets.map((offset) => offset.minutes),
    'int[]',
  );
  return `(${utc} + make_interval(mins => (${minutes})[width_bucket(date_submitted, ${bounds})]))::date`;
}

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

/** A value of a text that matches the pattern of its type; null for other texts. */
export function parsedSql(type: keyof typeof EDM_PATTERNS, text: string, value: string): string {
  return `CASE WHEN ${text} ~ '${EDM_PATTERNS[type]}' THEN ${value} END`;
}

export function doubleSql(text: string): string {
  return parsedSql('Edm.Double', text, `(${text})::float8`);
}

/**
 * Microseconds since 1970 of a time.
 * @param zoneSources texts whose zone a time without one is in, by precedence; else it is in UTC
 */
export function timestampSql(text: string, zoneSources: readonly string[] = []): string {
  return microsecondsSql(`(${timestampTextSql(text, zoneSources)})::timestamptz`);
}

/** Completes a time with seconds and a zone, and cuts its fraction, as `edmTimestamp` does. */
export function timestampTextSql(text: string, zoneSources: readonly string[] = []): string {
  const full = `regexp_replace(regexp_replace(${text}, '^(.{16})(?!:)', '\\1:00'), '([.][0-9]{6})[0-9]+', '\\1')`;
  const zones = zoneSources.map((source) => `substring(${source} from '${ZONE_PATTERN}'), `);
  const zone = `CASE WHEN ${text} ~ '${ZONE_PATTERN}' THEN '' ELSE coalesce(${zones.join('')}'Z') END`;
  return parsedSql('Edm.DateTimeOffset', text, `${full} || ${zone}`);
}

export function microsecondsSql(time: string): string {
  return `(extract(epoch FROM ${time}) * 1000000)`;
}

/** Time in UTC, without a zone, of microseconds since 1970. */
export function utcTextSql(microseconds: string): string {
  return `to_char(to_timestamp((${microseconds}) / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
}
