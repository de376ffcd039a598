import { Injectable } from '@nestjs/common';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { type UserActor, assertOwnCredential } from '../../domain/account/actor';
import { assertEmail } from '../../domain/account/email-rule';
import type { ExtraDetails } from '../../domain/account/profile';
import { InvalidError, NotFoundError, orNotFound, type StateCheck } from '../../domain/errors';
import type { UserSearch } from '../../domain/account/username';
import type { Page, PageWindow } from '../../domain/page';
import { AuditService } from '../audit/audit.service';
import { CredentialRevocationService } from './credential-revocation.service';
import { AccountRepository, type UserChange } from './account.repository';
import { type Account, AccountService, type NewAccount } from './account.service';
import { NewPasswordService } from './new-password.service';
import { accountChanged } from '../../domain/audit/audit-action';

/** The public part of an account. */
export interface PublicUser {
  readonly username: string;
  readonly dateJoined: Date;
  readonly publicCollections: number;
  /** Subscriptions of other users to the public collections. */
  readonly followers: number;
}

/** An account as superusers see it. */
export interface ManagedUser extends Account {
  readonly email: string;
  readonly dateJoined: Date;
  readonly lastLogin: Date | null;
  readonly extraDetails: ExtraDetails;
  readonly assetCount: number;
}

/** Absent members stay. */
export interface ManagedChange {
  readonly isActive?: boolean | undefined;
  readonly isSuperuser?: boolean | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

/** Public profiles, and user management for superusers. */
@Injectable()
export class UserService {
  constructor(
    private readonly users: AccountRepository,
    private readonly accounts: AccountService,
    private readonly newPasswords: NewPasswordService,
    private readonly credentials: CredentialRevocationService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditService,
  ) {}

  async list(search: UserSearch, window: PageWindow): Promise<Page<ManagedUser>> {
    const [users, count] = await this.users.list(search, this.accounts.anonymousUserId, window);
    const assets = await this.users.countAssets(users.map(({ id }) => id));
    return { count, items: users.map((user) => ({ ...user, assetCount: assets.get(user.id) ?? 0 })) };
  }

  /** @throws NotFoundError for an unknown or deactivated user */
  async show(username: string): Promise<PublicUser> {
    const user = await this.users.findByUsername(username);
    if (user?.isActive !== true) throw new NotFoundError();
    const { anonymousUserId } = this.accounts;
    const [publicCollections, followers] = await Promise.all([
      this.users.countPublicCollections(user.id, anonymousUserId),
      this.users.countFollowers(user.id, anonymousUserId),
    ]);
    return { username: user.username, dateJoined: user.dateJoined, publicCollections, followers };
  }

  /**
   * @throws DeniedError for a delegated credential, which could escalate its privileges (decision 23)
   * @throws InvalidError by field
   */
  async create(actor: UserActor, account: NewAccount): Promise<ManagedUser> {
    assertOwnCredential(actor);
    const { username } = await this.accounts.create(account, actor);
    return this.findManaged(username);
  }

  /**
   * Updates an account. Deactivation and a new password revoke all its credentials (decision 23).
   * @throws DeniedError for a delegated credential
   * @throws NotFoundError for an unknown user
   * @throws InvalidError by field, and when no active superuser would remain
   */
  async change(
    actor: UserActor,
    username: string,
    { isActive, isSuperuser, email, password }: ManagedChange,
    check?: StateCheck<Pick<ManagedUser, 'email' | 'isSuperuser'>>,
  ): Promise<ManagedUser> {
    assertOwnCredential(actor);
    const { id, ...before } = await this.findChangeable(username);
    if (email !== undefined) assertEmail(email);
    const owner = { username: before.username, email: email ?? before.email };
    const change: UserChange = {
      ...(isActive !== undefined && { isActive }),
      ...(isSuperuser !== undefined && { isSuperuser }),
      ...(email !== undefined && { email, unverifiedEmail: null }),
      ...(password !== undefined && {
        passwordHash: await this.newPasswords.hash(password, 'password', owner),
      }),
    };
    await this.unitOfWork.run(async (transaction) => {
      if (isActive === false || isSuperuser === false) await this.assertNotLastSuperuser(transaction, id);
      const stored = check && (await this.users.lock(transaction, id));
      if (stored) check?.(stored);
      await this.users.update(transaction, id, change);
      if (isActive === false || password !== undefined)
        await this.credentials.revokeAll(transaction, { userId: id });
      const event = accountChanged(before, { isActive, isSuperuser, email }, password !== undefined);
      if (event !== undefined) await this.audit.recordAccountEvent(transaction, actor, event);
    });
    return this.findManaged(username);
  }

  /** @throws InvalidError when no active superuser would remain */
  async deactivate(actor: UserActor): Promise<void> {
    const { id, username } = actor;
    await this.unitOfWork.run(async (transaction) => {
      await this.assertNotLastSuperuser(transaction, id);
      await this.users.update(transaction, id, { isActive: false });
      await this.users.deleteDrafts(transaction, id);
      await this.credentials.revokeAll(transaction, { userId: id });
      const metadata = { account: username, is_active: { old: true, new: false } };
      await this.audit.recordAccountEvent(transaction, actor, { action: 'update', metadata });
    });
  }

  private async assertNotLastSuperuser(transaction: Transaction, id: number): Promise<void> {
    const [first, ...others] = await this.users.lockActiveSuperusers(transaction);
    if (first === id && others.length === 0) {
      throw new InvalidError('This is the last active superuser. Make another user a superuser first.');
    }
  }

  /** AnonymousUser is immutable (decision 26). */
  private async findChangeable(username: string): Promise<Account & { readonly email: string }> {
    const user = orNotFound(await this.users.findByUsername(username));
    if (user.id === this.accounts.anonymousUserId) {
      throw new InvalidError(
        'AnonymousUser represents callers without credentials and cannot be changed. Choose another user.',
      );
    }
    return user;
  }

  /** @throws NotFoundError for an unknown user */
  async findManaged(username: string): Promise<ManagedUser> {
    const user = orNotFound(await this.users.findByUsername(username));
    const assets = await this.users.countAssets([user.id]);
    return { ...user, assetCount: assets.get(user.id) ?? 0 };
  }
}
