import { Injectable } from '@nestjs/common';
import { TooManyError, UnauthenticatedError } from '../../domain/errors';
import { AuditService } from '../audit/audit.service';
import { AccountRepository } from './account.repository';
import type { Account } from './account.service';
import { KnownAddressService } from './known-address.service';
import { PasswordHasher } from './password-hasher';
import { RefusedSignInService } from './refused-sign-in.service';
import { type Attempt, SignInThrottleService } from './sign-in-throttle.service';
import { Turnstile } from './turnstile';

/** Hashing takes as many threads as Node has for such work; more at a time would only wait, and each takes megabytes. */
const CHECKS_AT_A_TIME = 4;
/** Some two seconds of checks. Who comes from a known address does not wait behind them. */
const MOST_WAITING = 200;

/** Whether a password is the one of an account, for callers who may be guessing. */
@Injectable()
export class PasswordService {
  private readonly turnstile = new Turnstile(CHECKS_AT_A_TIME, MOST_WAITING);

  constructor(
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttle: SignInThrottleService,
    private readonly knownAddresses: KnownAddressService,
    private readonly refused: RefusedSignInService,
    private readonly audit: AuditService,
  ) {}

  /**
   * The active account that this name and password belong to; undefined when they don't hold, which is counted as a
   * failed sign-in. An unknown name takes the same work and is counted alike.
   *
   * The throttle is asked when the check's turn has come, not before: of a thousand guesses at once, those that wait see
   * the failures of those that went.
   *
   * @param address of the client; undefined when the connection is gone
   * @throws TooManyError after too many failures
   * @throws UnavailableError when too many unknown sign-ins wait
   * @throws UnauthenticatedError when the password holds but the account is not active
   */
  async verify(
    username: string,
    password: string,
    address: string | undefined,
  ): Promise<Account | undefined> {
    const isKnown = await this.knownAddresses.has(username, address);
    const attempt = { username, address, standing: isKnown ? 'known' : 'unknown' } as const;
    return this.turnstile.pass(() => this.check(attempt, password), { goesFirst: isKnown });
  }

  private async check(attempt: Attempt, password: string): Promise<Account | undefined> {
    const { username, address } = attempt;
    const user = await this.accounts.findWithPassword(username);
    try {
      await this.throttle.assertOpen(attempt);
    } catch (error) {
      if (error instanceof TooManyError) {
        await this.refused.tell({ reason: 'too many failures', user, address });
      }
      throw error;
    }
    if (!(await this.hasher.matches(user?.passwordHash, password)) || user === null) {
      await this.throttle.countFailure(attempt);
      await this.refused.tell({ reason: user === null ? 'no such user' : 'wrong password', user, address });
      return undefined;
    }
    await this.throttle.countSuccess(attempt);
    if (!user.isActive) {
      await this.refused.tell({ reason: 'account not active', user, address });
      throw new UnauthenticatedError('User inactive or deleted.');
    }
    await this.knownAddresses.note(user, address);
    await this.audit.tellSignIn({ account: user, address });
    return user;
  }
}
