import { Injectable } from '@nestjs/common';
import { Semaphore } from '../../concurrency/limits';
import { TooManyRequestsError, UnauthenticatedError, UnavailableError } from '../../domain/errors';
import { AuditService } from '../audit/audit.service';
import { AccountRepository } from './account.repository';
import type { Account } from './account.service';
import { KnownAddressService, RefusedSignInService } from './sign-in-challenge.service';
import { PasswordHasher } from './password-hasher';
import { type Attempt, SignInThrottleService } from './sign-in-throttle.service';

/** Size of the libuv thread pool; more concurrent hashes would only queue and take memory. */
const MAX_CONCURRENT_CHECKS = 4;
/** About two seconds of checks. Sign-ins from known addresses bypass this queue. */
const MAX_QUEUED_CHECKS = 200;
const RETRY_AFTER_SECONDS = 2;

/** Verifies passwords, protected against brute force and overload. */
@Injectable()
export class PasswordService {
  private readonly semaphore = new Semaphore({
    maxConcurrent: MAX_CONCURRENT_CHECKS,
    maxQueued: MAX_QUEUED_CHECKS,
    queueFull: () =>
      new UnavailableError(
        `Too many sign-ins are in progress. Retry in ${RETRY_AFTER_SECONDS} s.`,
        RETRY_AFTER_SECONDS,
      ),
  });

  constructor(
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttle: SignInThrottleService,
    private readonly knownAddresses: KnownAddressService,
    private readonly refusals: RefusedSignInService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Returns undefined for wrong credentials, which count as a failed sign-in; unknown usernames cost and count the
   * same. The caller records the sign-in once it is complete. The throttle is checked after queueing, so that parallel guesses see each other's failures.
   * @throws TooManyRequestsError after too many failures
   * @throws UnavailableError when too many sign-ins from unknown addresses wait
   * @throws UnauthenticatedError when the password is right but the account is not active
   */
  async verify(
    username: string,
    password: string,
    address: string | undefined,
  ): Promise<Account | undefined> {
    const isKnown = await this.knownAddresses.has(username, address);
    const attempt = { username, address, trust: isKnown ? 'known' : 'unknown' } as const;
    return this.semaphore.run(() => this.check(attempt, password), { hasPriority: isKnown });
  }

  private async check(attempt: Attempt, password: string): Promise<Account | undefined> {
    const { username, address } = attempt;
    const user = await this.accounts.findWithPassword(username);
    try {
      await this.throttle.assertNotBlocked(attempt);
    } catch (error) {
      if (error instanceof TooManyRequestsError) {
        await this.refusals.report({ reason: 'too many failures', user, address });
      }
      throw error;
    }
    if (!(await this.hasher.matches(user?.passwordHash, password)) || user === null) {
      await this.throttle.countFailure(attempt);
      await this.refusals.report({
        reason: user === null ? 'no such user' : 'wrong password',
        user,
        address,
      });
      return undefined;
    }
    await this.throttle.countSuccess(attempt);
    if (!user.isActive) {
      await this.refusals.report({ reason: 'account not active', user, address });
      throw new UnauthenticatedError('User inactive or deleted.');
    }
    return user;
  }

  /** Records a completed sign-in: call it after the second factor, if the account has one. */
  async recordSignIn(account: Account, address: string | undefined): Promise<void> {
    await this.knownAddresses.record(account, address);
    await this.audit.recordSignIn({ account, address });
  }
}
