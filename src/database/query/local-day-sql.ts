import type { TimeZone } from '../../domain/time-zone';
import type { SqlParameters } from './sql-parameters';

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
