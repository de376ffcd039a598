/** What usage "of the current period" is about: a calendar month in UTC. */
export interface UsagePeriod {
  readonly start: Date;
  /** The first moment of the next one. */
  readonly end: Date;
}

export function usagePeriodAt(now: Date): UsagePeriod {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) };
}
