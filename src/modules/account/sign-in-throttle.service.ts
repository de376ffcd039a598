import { createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { Environment } from '../../config/environment';
import { SecretKey } from '../../config/secret-key';
import { addressBlock, networkBlock } from '../../domain/account/client-address';
import {
  closedUntil,
  type Counted,
  countedFor,
  type FailureLimits,
  failureLimits,
  secondsUntil,
  type Standing,
  WINDOW_MS,
} from '../../domain/account/sign-in-limit';
import { TooManyError } from '../../domain/errors';
import { JobRegistry } from '../../jobs/job-queue.port';
import { SignInFailureQuery } from './sign-in-failure.query';
import { SignInFailureRepository } from './sign-in-failure.repository';

/** Somebody tries a name with a password. */
export interface Attempt {
  /** As it was typed; unknown names are counted like known ones. */
  readonly username: string;
  /** Of the client; undefined when the connection is gone. */
  readonly address: string | undefined;
  readonly standing: Standing;
}

/** Names of the counters that an attempt is counted under: in IPv4 there are none for networks. */
type CounterNames = ReadonlyMap<Counted, string>;

const SWEEP_MS = 10 * 60_000;
/** Closed sign-ins that a process remembers. An attacker who fills it costs this process two queries more for each. */
const MOST_REMEMBERED = 10_000;

/**
 * Slows down who guesses passwords (reliability S11, decision 66): failures are counted per account and per address in
 * the database, for all processes together. What is known to be right never passes here: tokens, sessions, and passwords
 * that were right a moment ago.
 */
@Injectable()
export class SignInThrottleService implements OnModuleInit {
  private readonly naming: Buffer;
  private readonly limits: FailureLimits;
  /** Accounts from addresses that were found closed, so that what a flood costs is a look into memory. */
  private readonly closed = new Map<string, Date>();

  constructor(
    private readonly failures: SignInFailureRepository,
    private readonly failureQuery: SignInFailureQuery,
    private readonly clock: Clock,
    private readonly registry: JobRegistry,
    environment: Environment,
    secretKey: SecretKey,
  ) {
    this.limits = failureLimits(environment.MAX_FAILED_SIGN_INS);
    this.naming = secretKey.derive('sign-in counters');
  }

  onModuleInit(): void {
    this.registry.registerChore({
      name: 'forget failed sign-ins',
      everyMs: SWEEP_MS,
      run: () => this.failures.sweep(this.clock.now()),
    });
  }

  /**
   * What this process knows, without asking the database.
   * @throws TooManyError
   */
  assertNotKnownClosed(username: string, address: string | undefined): void {
    if (this.closed.size === 0) return;
    const pair = this.pairName(username, address);
    const until = this.closed.get(pair);
    const now = this.clock.now();
    if (until === undefined) return;
    if (until > now) throw tooMany(until, now);
    this.closed.delete(pair);
  }

  /** @throws TooManyError while any of the counters is closed that count for the attempt */
  async assertOpen({ username, address, standing }: Attempt): Promise<void> {
    const names = this.namesOf(username, address, countedFor(standing));
    const counts = await this.failures.find([...names.values()]);
    const now = this.clock.now();
    for (const [counted, name] of names) {
      const until = closedUntil(counts.get(name), this.limits[counted], now);
      if (until === undefined) continue;
      this.remember(this.pairName(username, address), until);
      throw tooMany(until, now);
    }
  }

  /** Of a known address only its own allowance shrinks; of any other, everything that the failure says something about. */
  async countFailure({ username, address, standing }: Attempt): Promise<void> {
    const now = this.clock.now();
    const ends = new Date(now.getTime() + WINDOW_MS);
    const names = this.namesOf(username, address, countedFor(standing));
    const account = names.get('account');
    const counts = await this.failureQuery.add(
      [...names.values()].filter((name) => name !== account),
      now,
      ends,
    );
    if (account === undefined) return;
    // Attempts that were under way when this address or network was stopped say nothing more about the account.
    const isBeyond = (counted: Counted): boolean =>
      (counts.get(names.get(counted) ?? '')?.failures ?? 0) > this.limits[counted];
    if (isBeyond('account-from-address') || isBeyond('account-from-network')) return;
    await this.failureQuery.add([account], now, ends);
  }

  /** Who knows the password may mistype it again. The other counters stay: they are not about this person alone. */
  async countSuccess({ username, address }: Attempt): Promise<void> {
    await this.failures.forget(this.pairName(username, address));
  }

  private remember(pair: string, until: Date): void {
    if (this.closed.size >= MOST_REMEMBERED) this.closed.clear();
    this.closed.set(pair, until);
  }

  private pairName(username: string, address: string | undefined): string {
    return this.nameOf('account-from-address', username.toLowerCase(), addressBlock(address));
  }

  /** The names tell nothing without SECRET_KEY. */
  private namesOf(username: string, address: string | undefined, counted: readonly Counted[]): CounterNames {
    const account = username.toLowerCase();
    const block = addressBlock(address);
    const network = networkBlock(address);
    const parts: Readonly<Record<Counted, readonly (string | undefined)[]>> = {
      'account-from-address': [account, block],
      'account-from-network': [account, network],
      address: [block],
      network: [network],
      account: [account],
    };
    return new Map(
      counted
        .filter((each) => !parts[each].includes(undefined))
        .map((each) => [each, this.nameOf(each, ...(parts[each] as string[]))]),
    );
  }

  private nameOf(...parts: readonly string[]): string {
    return createHmac('sha256', this.naming).update(JSON.stringify(parts)).digest('base64');
  }
}

function tooMany(until: Date, now: Date): TooManyError {
  const seconds = secondsUntil(until, now);
  return new TooManyError(
    `Too many failed sign-ins. Try again in ${seconds} seconds; API tokens go on working.`,
    seconds,
  );
}
