const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Cron pattern (UTC) of an interval.
 * @param intervalMs milliseconds: minutes that divide an hour, hours that divide a day, or one day
 * @throws Error for any other interval, which a pattern cannot express
 */
export function cronPattern(intervalMs: number): string {
  if (intervalMs === DAY_MS) return '0 0 * * *';
  if (intervalMs === HOUR_MS) return '0 * * * *';
  if (divides(intervalMs, MINUTE_MS, HOUR_MS)) return `*/${intervalMs / MINUTE_MS} * * * *`;
  if (divides(intervalMs, HOUR_MS, DAY_MS)) return `0 */${intervalMs / HOUR_MS} * * *`;
  throw new Error(
    `No cron pattern for every ${intervalMs} ms. Choose an interval that divides an hour or a day.`,
  );
}

function divides(intervalMs: number, unitMs: number, periodMs: number): boolean {
  return intervalMs > 0 && intervalMs % unitMs === 0 && periodMs % intervalMs === 0;
}
