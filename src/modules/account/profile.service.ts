import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { type ExtraDetails, readExtraDetailsChange } from '../../domain/account/extra-details';
import { assertOwnCredential } from '../../domain/account/own-credential';
import { assertPassword } from '../../domain/account/password-rule';
import { InvalidError, UnauthenticatedError } from '../../domain/errors';
import { AuditService } from '../audit/audit.service';
import { AccountRepository } from './account.repository';
import type { Account } from './account.service';
import { CredentialEndService } from './credential-end.service';
import { PasswordHasher } from './password-hasher';
import { PasswordService } from './password.service';
import { UserService } from './user.service';

/** An account as its owner sees it. */
export interface Profile extends Account {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateJoined: Date;
  readonly lastLogin: Date | null;
  readonly extraDetails: ExtraDetails;
  readonly extraDetailsUid: string;
  /** When the profile was shown, by the clock of the service. */
  readonly serverTime: Date;
}

/** What a person changes of themselves; absent parts stay. */
export interface ProfileChange {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly extraDetails?: ExtraDetails | undefined;
  readonly currentPassword?: string | undefined;
  readonly newPassword?: string | undefined;
}

/** How a change was asked for. */
export interface ChangeOrigin {
  /** Of the client; undefined when the connection is gone. */
  readonly address: string | undefined;
  /** The session of the page on which the password was changed; it outlives the change. */
  readonly sparedSession?: number;
}

/** People and their own account. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordService,
    private readonly users: UserService,
    private readonly hasher: PasswordHasher,
    private readonly ends: CredentialEndService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** The profile of the user who is asking. */
  async show(actor: UserActor): Promise<Profile> {
    const user = await this.accounts.findById(actor.id);
    if (user === null) throw new UnauthenticatedError('User inactive or deleted.');
    return { ...user, serverTime: this.clock.now() };
  }

  /**
   * Merges details key by key, changes the names and the password (contract-assets 8.2): all of it or nothing. A new password ends
   * everything that the account could be entered with, in every process (decision 67).
   *
   * @param origin wrong guesses at the current password count as failed sign-ins from its address
   * @throws DeniedError when a delegated credential would change the password (decision 23)
   * @throws InvalidError by field
   * @throws TooManyError after too many wrong guesses
   */
  async change(
    actor: UserActor,
    change: ProfileChange,
    { address, sparedSession }: ChangeOrigin,
  ): Promise<Profile> {
    const details = readExtraDetailsChange(change.extraDetails ?? {});
    const passwordHash = await this.newPasswordHash(actor, change, address);
    await this.unitOfWork.run(async (transaction) => {
      if (change.extraDetails !== undefined) {
        await this.accounts.mergeExtraDetails(transaction, actor.id, details);
      }
      await this.rename(transaction, actor, change);
      if (passwordHash === undefined) return;
      await this.accounts.update(transaction, actor.id, { passwordHash });
      await this.ends.endAll(transaction, { userId: actor.id, sparedSession });
      const metadata = { account: actor.username, password: 'changed' };
      await this.audit.tellOfAccount(transaction, actor, { action: 'update', metadata });
    });
    return this.show(actor);
  }

  /**
   * Closes the account (contract-assets 8.2): nobody can act as it from then on.
   * @param confirmation the uid that the profile shows, so that nobody closes an account by accident
   * @throws InvalidError when the confirmation is another one, or the account still owns projects
   */
  async close(actor: UserActor, confirmation: string | undefined): Promise<void> {
    const { extraDetailsUid } = await this.show(actor);
    if (confirmation !== extraDetailsUid) throw new InvalidError('Invalid confirmation');
    const owned = await this.accounts.countAssets([actor.id]);
    if (owned.size > 0) {
      throw new InvalidError('You still own projects. Delete or transfer them first.');
    }
    await this.users.deactivate(actor);
  }

  private async rename(
    transaction: Transaction,
    { id }: UserActor,
    { firstName, lastName }: ProfileChange,
  ): Promise<void> {
    const names = {
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
    };
    if (Object.keys(names).length > 0) await this.accounts.update(transaction, id, names);
  }

  private async newPasswordHash(
    actor: UserActor,
    { currentPassword, newPassword }: ProfileChange,
    address: string | undefined,
  ): Promise<string | undefined> {
    if (currentPassword === undefined && newPassword === undefined) return undefined;
    assertOwnCredential(actor);
    if (currentPassword === undefined || newPassword === undefined) {
      const missing = currentPassword === undefined ? 'current_password' : 'new_password';
      throw new InvalidError({ [missing]: ['Send current_password and new_password together.'] });
    }
    assertPassword(newPassword, 'new_password');
    const holds = await this.passwords.verify(actor.username, currentPassword, address);
    if (holds === undefined) throw new InvalidError({ current_password: ['Incorrect current password.'] });
    return this.hasher.hash(newPassword);
  }
}
