/**
 * What failed sign-ins are counted for: one account from one address or network, all from one address or network, one
 * account from anywhere. Networks are those of IPv6 (`client-address.ts`).
 */
export const COUNTED = [
  'account-from-address',
  'account-from-network',
  'address',
  'network',
  'account',
] as const;
export type Counted = (typeof COUNTED)[number];

export type FailureLimits = Readonly<Record<Counted, number>>;

/** Where a sign-in comes from: an address that the account was signed in to from lately, or any other. */
export type Standing = 'known' | 'unknown';

/**
 * Failures that a window takes. The first two stop who guesses at one account, the next two who tries one password on
 * many, the last who does either from many places. No one address and no one network can use up the last alone, since
 * the first two stop it long before.
 *
 * @param most at one account from one address
 */
export function failureLimits(most: number): FailureLimits {
  return {
    'account-from-address': most,
    'account-from-network': 2 * most,
    address: 10 * most,
    network: 50 * most,
    account: 10 * most,
  };
}

/**
 * The counters that can close a sign-in. A known address has an allowance of its own for the account: what others do,
 * there or elsewhere, can't use it up, or limits could be turned on those whom they protect.
 */
export function countedFor(standing: Standing): readonly Counted[] {
  return standing === 'known' ? ['account-from-address'] : COUNTED;
}

/** A window opens with the first failure and takes this long. */
export const WINDOW_MS = 15 * 60_000;

/** An address is known for so long after a sign-in with the right password. */
export const KNOWN_MS = 30 * 24 * 60 * 60_000;

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
