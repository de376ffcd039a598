import { createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { Environment } from '../../config/environment';
import { SecretKey } from '../../config/secret-key';
import { addressBlock } from '../../domain/account/client-address';
import {
  closedUntil,
  type Counted,
  COUNTED,
  type FailureLimits,
  failureLimits,
  secondsUntil,
  WINDOW_MS,
} from '../../domain/account/sign-in-limit';
import { TooManyError } from '../../domain/errors';
import { JobRegistry } from '../../jobs/job-queue.port';
import { SignInFailureQuery } from './sign-in-failure.query';
import { SignInFailureRepository } from './sign-in-failure.repository';

/** Names of the counters that one attempt is counted under. */
export type AttemptNames = Readonly<Record<Counted, string>>;

const SWEEP_MS = 10 * 60_000;
/** Closed counters that a process remembers. An attacker who fills it costs this process a query more for each. */
const MOST_REMEMBERED = 10_000;

/**
 * Slows down who guesses passwords (reliability S11): failures are counted per account and per address in the
 * database, for all processes together. API tokens never pass here, so that nobody can lock a collector or script out.
 */
@Injectable()
export class SignInThrottleService implements OnModuleInit {
  private readonly naming: Buffer;
  private readonly limits: FailureLimits;
  /** Counters that were found closed, so that what a flood costs is a look into memory. */
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

  /** Unknown users are counted like known ones. The names tell nothing without SECRET_KEY. */
  namesOf(username: string, address: string | undefined): AttemptNames {
    const account = username.toLowerCase();
    const block = addressBlock(address);
    return {
      'account-from-address': this.nameOf('account-from-address', account, block),
      address: this.nameOf('address', block),
      account: this.nameOf('account', account),
    };
  }

  /**
   * What this process knows, without asking the database. A remembered password must pass it too: else a right guess
   * would show among wrong ones while its owner is at work behind the same address.
   * @throws TooManyError
   */
  assertNotKnownClosed(username: string, address: string | undefined): void {
    // Almost always nothing is closed, and then not even the names are made: this stands before every request.
    if (this.closed.size > 0) this.refuseKnownClosed(this.namesOf(username, address));
  }

  private refuseKnownClosed(names: AttemptNames): void {
    const now = this.clock.now();
    for (const counted of COUNTED) {
      const until = this.closed.get(names[counted]);
      if (until === undefined) continue;
      if (until > now) throw tooMany(until, now);
      this.closed.delete(names[counted]);
    }
  }

  /** @throws TooManyError while any of the counters is closed */
  async assertOpen(names: AttemptNames): Promise<void> {
    this.refuseKnownClosed(names);
    const counts = await this.failures.find(Object.values(names));
    const now = this.clock.now();
    for (const counted of COUNTED) {
      const until = closedUntil(counts.get(names[counted]), this.limits[counted], now);
      if (until === undefined) continue;
      this.remember(names[counted], until);
      throw tooMany(until, now);
    }
  }

  async countFailure(names: AttemptNames): Promise<void> {
    const now = this.clock.now();
    const ends = new Date(now.getTime() + WINDOW_MS);
    const pair = names['account-from-address'];
    const counts = await this.failureQuery.add([pair, names.address], now, ends);
    // Attempts that were under way when this address was stopped say nothing more about the account.
    if ((counts.get(pair)?.failures ?? 0) > this.limits['account-from-address']) return;
    await this.failureQuery.add([names.account], now, ends);
  }

  /** Who knows the password may mistype it again. The other counters stay: they are not about this person alone. */
  async countSuccess(names: AttemptNames): Promise<void> {
    await this.failures.forget(names['account-from-address']);
  }

  private remember(name: string, until: Date): void {
    if (this.closed.size >= MOST_REMEMBERED) this.closed.clear();
    this.closed.set(name, until);
  }

  private nameOf(...parts: string[]): string {
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
