import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { type UserActor, assertOwnCredential } from '../../domain/account/actor';
import { type ExtraDetails, readExtraDetailsChange } from '../../domain/account/profile';
import { assertPassword } from '../../domain/account/password-rule';
import { InvalidError, UnauthenticatedError, type StateCheck } from '../../domain/errors';
import { AuditService } from '../audit/audit.service';
import { AccountRepository } from './account.repository';
import type { Account } from './account.service';
import { CredentialRevocationService } from './credential-revocation.service';
import { NewPasswordService } from './new-password.service';
import { PasswordService } from './password.service';
import { UserService } from './user.service';

export interface Profile extends Account {
  readonly email: string;
  /** Address that waits for its confirmation; null if none does. */
  readonly unverifiedEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateJoined: Date;
  readonly lastLogin: Date | null;
  readonly extraDetails: ExtraDetails;
  readonly extraDetailsModified: Date | null;
  readonly extraDetailsUid: string;
  readonly serverTime: Date;
}

/** Absent members stay. */
export interface ProfileChange {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly extraDetails?: ExtraDetails | undefined;
  readonly currentPassword?: string | undefined;
  readonly newPassword?: string | undefined;
}

export interface ChangeOrigin {
  /** Undefined after the connection closed. */
  readonly address: string | undefined;
  /** Session in which the password is changed; it stays valid. */
  readonly exceptSession?: number | undefined;
}

/** Of the profile, as far as people change it. */
export type ProfileState = Pick<Profile, 'firstName' | 'lastName' | 'extraDetails'>;

@Injectable()
export class ProfileService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordService,
    private readonly users: UserService,
    private readonly newPasswords: NewPasswordService,
    private readonly credentials: CredentialRevocationService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  async show(actor: UserActor): Promise<Profile> {
    const user = await this.accounts.findById(actor.id);
    if (user === null) throw new UnauthenticatedError('User inactive or deleted.');
    return { ...user, serverTime: this.clock.now() };
  }

  /**
   * Merges details and sets names and password in one transaction (contract-assets 8.2). A new password revokes all
   * credentials of the account (decision 23).
   * @param origin a wrong current password counts as a failed sign-in from its address
   * @throws DeniedError when a delegated credential changes the password (decision 23)
   * @throws InvalidError by field
   * @throws TooManyRequestsError after too many wrong guesses
   */
  async change(
    actor: UserActor,
    change: ProfileChange,
    { address, exceptSession }: ChangeOrigin,
    check?: StateCheck<ProfileState>,
  ): Promise<Profile> {
    const details = readExtraDetailsChange(change.extraDetails ?? {});
    const passwordHash = await this.newPasswordHash(actor, change, address);
    await this.unitOfWork.run(async (transaction) => {
      const stored = check && (await this.accounts.lock(transaction, actor.id));
      if (stored) check?.(stored);
      if (change.extraDetails !== undefined) {
        await this.accounts.mergeExtraDetails(transaction, actor.id, details, this.clock.now());
      }
      await this.rename(transaction, actor, change);
      if (passwordHash === undefined) return;
      await this.accounts.update(transaction, actor.id, { passwordHash });
      await this.credentials.revokeAll(transaction, { userId: actor.id, exceptSession });
      const metadata = { account: actor.username, password: 'changed' };
      await this.audit.recordAccountEvent(transaction, actor, { action: 'update', metadata });
    });
    return this.show(actor);
  }

  /**
   * Deactivates the account and revokes its credentials (contract-assets 8.2).
   * @param confirmation the `extra_details__uid` of the profile, to prevent accidents
   * @throws InvalidError when the confirmation differs, or the account still owns assets
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
      throw InvalidError.at(missing, 'Send current_password and new_password together.');
    }
    assertPassword(newPassword, 'new_password');
    const verified = await this.passwords.verify(actor.username, currentPassword, address);
    if (verified === undefined) throw InvalidError.at('current_password', 'Incorrect current password.');
    await this.passwords.recordSignIn(verified, address);
    const { email } = await this.show(actor);
    return this.newPasswords.hash(newPassword, 'new_password', { username: actor.username, email });
  }
}
