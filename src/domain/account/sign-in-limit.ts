/** Counters of failed sign-ins, by account, address block and IPv6 network (`http/negotiation/request.ts`). */
export const COUNTER_KINDS = [
  'account-from-address',
  'account-from-network',
  'address',
  'network',
  'account',
] as const;
export type CounterKind = (typeof COUNTER_KINDS)[number];

export type FailureLimits = Readonly<Record<CounterKind, number>>;

/** Whether the account was recently signed in to from the address. */
export type AddressTrust = 'known' | 'unknown';

/**
 * Failures allowed per window. The `account-from-…` limits stop brute force on one account, `address` and `network`
 * stop password spraying, `account` stops distributed attacks. One address or network alone cannot exhaust `account`.
 *
 * @param max failures for one account from one address
 */
export function failureLimits(max: number): FailureLimits {
  return {
    'account-from-address': max,
    'account-from-network': 2 * max,
    address: 10 * max,
    network: 50 * max,
    account: 10 * max,
  };
}

/**
 * Codes of a second factor per window, from all unknown addresses together or from one known address. Three of a million
 * codes are valid at a time.
 */
export function maxWrongCodes(maxFailedSignIns: number): number {
  return Math.ceil(maxFailedSignIns / 2);
}

/** Requests for password reset links per window, from one address and for one entered name. */
export const MAX_PASSWORD_REQUESTS = { address: 20, login: 3 } as const;
/** Changes of e-mail addresses per window, by one account and to one new address. */
export const MAX_EMAIL_CHANGES = { account: 20, email: 3 } as const;
/** Window of both. */
export const MAIL_WINDOW_MS = 60 * 60_000;

/**
 * Counters that can block a sign-in. Known addresses only count their own failures, so that attackers cannot lock out
 * the owner of the account.
 */
export function countersFor(trust: AddressTrust): readonly CounterKind[] {
  return trust === 'known' ? ['account-from-address'] : COUNTER_KINDS;
}

/** Fixed window, opened by the first failure. */
export const WINDOW_MS = 15 * 60_000;

/** Since the last successful sign-in from the address. */
export const KNOWN_ADDRESS_TTL_MS = 30 * 24 * 60 * 60_000;

export interface FailureCount {
  readonly failures: number;
  /** End of the window, when the counter resets. */
  readonly ends: Date;
}

/** End of the block; undefined when the sign-in is allowed. */
export function blockedUntil(count: FailureCount | undefined, limit: number, now: Date): Date | undefined {
  return count === undefined || count.ends <= now || count.failures < limit ? undefined : count.ends;
}

/** Whole seconds to wait, at least one: the value of `Retry-After`. */
export function secondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
}

/**
 * Rate-limit key of a client address. IPv6 is aggregated to its /64, since a subscriber owns a whole /64; IPv4 counts
 * per address, also when mapped to IPv6.
 *
 * @param address from the socket or the trusted proxy; undefined after the connection closed
 */
export function addressBlock(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const plain = plainAddress(address);
  return plain.includes(':') ? `${firstGroups(plain, 4)}::/64` : plain;
}

/**
 * Rate-limit key of the client network: the /48 of an IPv6 address, which one customer may own (65,536 times a /64).
 * Undefined for IPv4.
 */
export function networkBlock(address: string | undefined): string | undefined {
  const plain = address === undefined ? '' : plainAddress(address);
  return plain.includes(':') ? `${firstGroups(plain, 3)}::/48` : undefined;
}

/** Strips the zone and unmaps IPv4. */
function plainAddress(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain;
}

/** Expands `::` and strips leading zeros. */
function firstGroups(address: string, groups: number): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, groups)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
