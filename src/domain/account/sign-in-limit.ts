/** What failed sign-ins are counted for: one account from one address, all from one address, one account from anywhere. */
export const COUNTED = ['account-from-address', 'address', 'account'] as const;
export type Counted = (typeof COUNTED)[number];

export type FailureLimits = Readonly<Record<Counted, number>>;

/**
 * Failures that a window takes. The first stops who guesses at one account; the second who tries one password on many;
 * the third who does either from many addresses. No one address can use up the third alone, since the first stops it
 * long before: nobody can lock a person out from afar.
 *
 * @param most at one account from one address
 */
export function failureLimits(most: number): FailureLimits {
  return { 'account-from-address': most, address: 10 * most, account: 10 * most };
}

/** A window opens with the first failure and takes this long. */
export const WINDOW_MS = 15 * 60_000;

/** One counter as it is kept. */
export interface FailureCount {
  readonly failures: number;
  /** When the window ends and the counter is void. */
  readonly ends: Date;
}

/** When the next attempt is taken again; undefined: now. */
export function closedUntil(count: FailureCount | undefined, most: number, now: Date): Date | undefined {
  return count === undefined || count.ends <= now || count.failures < most ? undefined : count.ends;
}

/** Whole seconds to wait, at least one: the value of `Retry-After`. */
export function secondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
}
