import { createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../config/clock';
import { Environment } from '../../config/environment';
import { SecretKey } from '../../config/secret-key';
import {
  blockedUntil,
  type CounterKind,
  countersFor,
  type FailureLimits,
  failureLimits,
  MAIL_WINDOW_MS,
  MAX_EMAIL_CHANGES,
  MAX_PASSWORD_REQUESTS,
  maxWrongCodes,
  secondsUntil,
  type AddressTrust,
  WINDOW_MS,
  addressBlock,
  networkBlock,
} from '../../domain/account/sign-in-limit';
import { TooManyRequestsError } from '../../domain/errors';
import { JobRegistry } from '../../jobs/job-queue.port';
import { SignInFailureRepository } from './sign-in.repository';

export interface Attempt {
  /** As sent; unknown usernames count too. */
  readonly username: string;
  /** Undefined after the connection closed. */
  readonly address: string | undefined;
  readonly trust: AddressTrust;
}

/** Counter names by kind; IPv4 has no network counters. */
type CounterNames = ReadonlyMap<CounterKind, string>;

const CLEANUP_INTERVAL_MS = 10 * 60_000;
/** Bounds the cache; blocked sign-ins beyond it cost two queries each. */
const MAX_BLOCKED_ENTRIES = 10_000;

/**
 * Rate-limits failed sign-ins per account and address (reliability S11, decision 66), with counters in the database
 * shared by all processes. Tokens, sessions and cached passwords are never throttled.
 */
@Injectable()
export class SignInThrottleService implements OnModuleInit {
  private readonly hmacKey: Buffer;
  private readonly limits: FailureLimits;
  private readonly maxCodes: number;
  /** Cache of blocked account-address pairs, so that a flood costs no queries. */
  private readonly blocked = new LRUCache<string, Date>({
    maxSize: MAX_BLOCKED_ENTRIES,
    sizeCalculation: () => 1,
  });

  constructor(
    private readonly failures: SignInFailureRepository,
    private readonly clock: Clock,
    private readonly registry: JobRegistry,
    environment: Environment,
    secretKey: SecretKey,
  ) {
    this.limits = failureLimits(environment.MAX_FAILED_SIGN_INS);
    this.maxCodes = maxWrongCodes(environment.MAX_FAILED_SIGN_INS);
    this.hmacKey = secretKey.derive('sign-in counters');
  }

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'failed-sign-ins.prune',
      intervalMs: CLEANUP_INTERVAL_MS,
      run: () => this.failures.deleteExpired(this.clock.now()),
    });
  }

  /**
   * Checks the cache only, without a query.
   * @throws TooManyRequestsError
   */
  assertNotBlockedLocally(username: string, address: string | undefined): void {
    if (this.blocked.size === 0) return;
    const pair = this.pairName(username, address);
    const until = this.blocked.get(pair);
    const now = this.clock.now();
    if (until === undefined) return;
    if (until > now) throw tooMany(until, now);
    this.blocked.delete(pair);
  }

  /** @throws TooManyRequestsError while any counter of the attempt is at its limit */
  async assertNotBlocked({ username, address, trust }: Attempt): Promise<void> {
    const names = this.counterNames(username, address, countersFor(trust));
    const counts = await this.failures.find([...names.values()]);
    const now = this.clock.now();
    for (const [kind, name] of names) {
      const until = blockedUntil(counts.get(name), this.limits[kind], now);
      if (until === undefined) continue;
      this.blocked.set(this.pairName(username, address), until);
      throw tooMany(until, now);
    }
  }

  /** Increments one counter for a known address, all counters for others. */
  async countFailure({ username, address, trust }: Attempt): Promise<void> {
    const now = this.clock.now();
    const ends = new Date(now.getTime() + WINDOW_MS);
    const names = this.counterNames(username, address, countersFor(trust));
    const account = names.get('account');
    const counts = await this.failures.add(
      [...names.values()].filter((name) => name !== account),
      now,
      ends,
    );
    if (account === undefined) return;
    // Attempts beyond the limit of their address or network do not count against the account.
    const isOverLimit = (kind: CounterKind): boolean =>
      (counts.get(names.get(kind) ?? '')?.failures ?? 0) > this.limits[kind];
    if (isOverLimit('account-from-address') || isOverLimit('account-from-network')) return;
    await this.failures.add([account], now, ends);
  }

  /** Resets the counter of the account from this address; the others are shared with other users. */
  async countSuccess({ username, address }: Attempt): Promise<void> {
    await this.failures.delete(this.pairName(username, address));
  }

  /**
   * Counts a code of a second factor before it is verified, so that concurrent guesses cannot exceed the limit. The
   * counters are separate from those of passwords, which a right password resets.
   * @param onLimit called once per window, when the limit is reached
   * @throws TooManyRequestsError beyond the limit
   */
  async reserveCode({ username, address, trust }: Attempt, onLimit: () => Promise<void>): Promise<void> {
    const now = this.clock.now();
    const name = this.codeCounter(username, address, trust);
    const counts = await this.failures.add([name], now, new Date(now.getTime() + WINDOW_MS));
    const { failures, ends } = counts.get(name)!;
    if (failures <= this.maxCodes) return;
    if (failures === this.maxCodes + 1) await onLimit();
    const seconds = secondsUntil(ends, now);
    throw new TooManyRequestsError(
      `Too many wrong codes. Retry in ${seconds} s. API tokens keep working.`,
      seconds,
    );
  }

  async countRightCode({ username, address, trust }: Attempt): Promise<void> {
    await this.failures.delete(this.codeCounter(username, address, trust));
  }

  /**
   * Counts a request for a password reset link by the entered name, whether or not it exists.
   * @returns false beyond the limit of the name: the mails of the earlier requests are on their way
   * @throws TooManyRequestsError beyond the limit of the address
   */
  async countPasswordRequest(login: string, address: string | undefined): Promise<boolean> {
    const now = this.clock.now();
    const byAddress = this.counterName('password-request-from', addressBlock(address));
    const byLogin = this.counterName('password-request', login);
    const windowEnd = new Date(now.getTime() + MAIL_WINDOW_MS);
    const counts = await this.failures.add([byAddress, byLogin], now, windowEnd);
    const { failures, ends } = counts.get(byAddress)!;
    if (failures > MAX_PASSWORD_REQUESTS.address) {
      const seconds = secondsUntil(ends, now);
      throw new TooManyRequestsError(`Too many password resets. Retry in ${seconds} s.`, seconds);
    }
    return counts.get(byLogin)!.failures <= MAX_PASSWORD_REQUESTS.login;
  }

  /**
   * Counts a mail that confirms a new e-mail address, so that no account can flood mailboxes.
   * @throws TooManyRequestsError beyond the limit of the account or of the new address
   */
  async countEmailChange(userId: number, email: string): Promise<void> {
    const now = this.clock.now();
    const limits = new Map<string, number>([
      [this.counterName('email-change-by', String(userId)), MAX_EMAIL_CHANGES.account],
      [this.counterName('email-change', email.toLowerCase()), MAX_EMAIL_CHANGES.email],
    ]);
    const windowEnd = new Date(now.getTime() + MAIL_WINDOW_MS);
    const counts = await this.failures.add([...limits.keys()], now, windowEnd);
    for (const [name, limit] of limits) {
      const { failures, ends } = counts.get(name)!;
      if (failures <= limit) continue;
      const seconds = secondsUntil(ends, now);
      throw new TooManyRequestsError(`Too many mails to confirm an address. Retry in ${seconds} s.`, seconds);
    }
  }

  /** A known address has its own counter, so that others who know the password cannot lock the owner out. */
  private codeCounter(username: string, address: string | undefined, trust: AddressTrust): string {
    const block = trust === 'known' ? [addressBlock(address)] : [];
    return this.counterName('code', username.toLowerCase(), ...block);
  }

  private pairName(username: string, address: string | undefined): string {
    return this.counterName('account-from-address', username.toLowerCase(), addressBlock(address));
  }

  /** HMACs keyed with SECRET_KEY, so that the table reveals no usernames or addresses. */
  private counterNames(
    username: string,
    address: string | undefined,
    kind: readonly CounterKind[],
  ): CounterNames {
    const account = username.toLowerCase();
    const block = addressBlock(address);
    const network = networkBlock(address);
    const parts: Readonly<Record<CounterKind, readonly (string | undefined)[]>> = {
      'account-from-address': [account, block],
      'account-from-network': [account, network],
      address: [block],
      network: [network],
      account: [account],
    };
    return new Map(
      kind
        .filter((each) => !parts[each].includes(undefined))
        .map((each) => [each, this.counterName(each, ...(parts[each] as string[]))]),
    );
  }

  private counterName(...parts: readonly string[]): string {
    return createHmac('sha256', this.hmacKey).update(JSON.stringify(parts)).digest('base64');
  }
}

function tooMany(until: Date, now: Date): TooManyRequestsError {
  const seconds = secondsUntil(until, now);
  return new TooManyRequestsError(
    `Too many failed sign-ins. Retry in ${seconds} s. API tokens keep working.`,
    seconds,
  );
}
