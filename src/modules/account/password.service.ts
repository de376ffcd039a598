import { Injectable } from '@nestjs/common';
import { UnauthenticatedError } from '../../domain/errors';
import { AccountRepository } from './account.repository';
import type { Account } from './account.service';
import { PasswordHasher } from './password-hasher';
import { SignInThrottleService } from './sign-in-throttle.service';
import { Turnstile } from './turnstile';

/** Hashing takes as many threads as Node has for such work; more at a time would only wait, and each takes megabytes. */
const CHECKS_AT_A_TIME = 4;

/** Whether a password is the one of an account, for callers who may be guessing. */
@Injectable()
export class PasswordService {
  private readonly turnstile = new Turnstile(CHECKS_AT_A_TIME);

  constructor(
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttle: SignInThrottleService,
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
   * @throws UnauthenticatedError when the password holds but the account is not active
   */
  async verify(
    username: string,
    password: string,
    address: string | undefined,
  ): Promise<Account | undefined> {
    const names = this.throttle.namesOf(username, address);
    return this.turnstile.pass(async () => {
      await this.throttle.assertOpen(names);
      const user = await this.accounts.findWithPassword(username);
      if (!(await this.hasher.matches(user?.passwordHash, password)) || user === null) {
        await this.throttle.countFailure(names);
        return undefined;
      }
      await this.throttle.countSuccess(names);
      if (!user.isActive) throw new UnauthenticatedError('User inactive or deleted.');
      return user;
    });
  }
}
