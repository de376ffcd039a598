import { Injectable } from '@nestjs/common';
import { SERVICE, type UserActor } from '../../domain/account/actor';
import { assertOwnCredential } from '../../domain/account/actor';
import { NotFoundError } from '../../domain/errors';
import { type Account, AccountService } from '../account/account.service';
import { MfaEnrolmentService, type MfaStatus } from './mfa-enrolment.service';

/** Acts on the second factor of an account by its username, for superusers and the command line. */
@Injectable()
export class UserMfaService {
  constructor(
    private readonly accounts: AccountService,
    private readonly enrolment: MfaEnrolmentService,
  ) {}

  /**
   * @throws DeniedError for a delegated credential
   * @throws NotFoundError for an unknown user
   */
  async status(by: UserActor | typeof SERVICE, username: string): Promise<MfaStatus> {
    const { id } = await this.findUser(by, username);
    return this.enrolment.status(id);
  }

  /** @param isRequired undefined leaves it */
  async change(
    by: UserActor | typeof SERVICE,
    username: string,
    isRequired: boolean | undefined,
  ): Promise<MfaStatus> {
    const user = await this.findUser(by, username);
    if (isRequired !== undefined) await this.enrolment.require(by, user, isRequired);
    return this.enrolment.status(user.id);
  }

  async reset(by: UserActor | typeof SERVICE, username: string): Promise<void> {
    await this.enrolment.reset(by, await this.findUser(by, username));
  }

  private async findUser(by: UserActor | typeof SERVICE, username: string): Promise<Account> {
    if (by.kind === 'user') assertOwnCredential(by);
    const account = await this.accounts.findByUsername(username);
    if (account === null || account.id === this.accounts.anonymousUserId) throw new NotFoundError();
    return account;
  }
}
