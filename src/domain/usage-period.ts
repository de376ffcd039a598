/** Billing period of usage: a calendar month in UTC. */
export interface UsagePeriod {
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
}

/** The period that contains `now`. */
export function usagePeriodAt(now: Date): UsagePeriod {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) };
}
