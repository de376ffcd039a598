const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * When something is due that returns every so often, as a cron pattern in UTC.
 * @param everyMs milliseconds: minutes that an hour is a multiple of, hours that a day is, or one day
 * @throws Error for any other interval, which a pattern can't say
 */
export function cronPattern(everyMs: number): string {
  if (everyMs === DAY_MS) return '0 0 * * *';
  if (everyMs === HOUR_MS) return '0 * * * *';
  if (isPart(everyMs, MINUTE_MS, HOUR_MS)) return `*/${everyMs / MINUTE_MS} * * * *`;
  if (isPart(everyMs, HOUR_MS, DAY_MS)) return `0 */${everyMs / HOUR_MS} * * *`;
  throw new Error(
    `Nothing can be done every ${everyMs} ms by a cron pattern; choose a part of an hour or day.`,
  );
}

function isPart(everyMs: number, unitMs: number, wholeMs: number): boolean {
  return everyMs > 0 && everyMs % unitMs === 0 && wholeMs % everyMs === 0;
}
