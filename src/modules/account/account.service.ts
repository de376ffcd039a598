import { randomBytes } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { NotifiedCache } from '../../database/cache/notified-cache';
import { ChangeNotifications } from '../../database/change-notifications';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { type Actor, ANONYMOUS_USERNAME, SERVICE, type UserActor } from '../../domain/account/actor';
import { assertEmail } from '../../domain/account/email-rule';
import { SCOPES } from '../../domain/account/credential';
import { assertUsername } from '../../domain/account/username';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import { DeniedError, NotFoundError, orNotFound } from '../../domain/errors';
import { AuditService } from '../audit/audit.service';
import { AccountRepository, type NewUser } from './account.repository';
import { NewPasswordService } from './new-password.service';

export interface Account {
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly isActive: boolean;
}

export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly email?: string;
  readonly isSuperuser?: boolean;
}

/** Values of an account without sign-in. */
const NO_SIGN_IN = { passwordHash: null, email: '', isSuperuser: false };

@Injectable()
export class AccountService implements OnApplicationBootstrap {
  private anonymous: number | undefined;

  private readonly usernames: NotifiedCache<string>;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly newPasswords: NewPasswordService,
    private readonly audit: AuditService,
    notifications: ChangeNotifications,
  ) {
    this.usernames = new NotifiedCache(notifications, { maxEntries: 10_000, ttlMs: 60_000 });
  }

  async onApplicationBootstrap(): Promise<void> {
    this.anonymous = (await this.findOrCreateAnonymous()).id;
  }

  /** Id of AnonymousUser, whose permissions every caller has. */
  get anonymousUserId(): number {
    if (this.anonymous === undefined) throw new Error('AnonymousUser is not loaded yet.');
    return this.anonymous;
  }

  findByUsername(username: string): Promise<Account | null> {
    return this.accounts.findByUsername(username);
  }

  /** Accounts with this e-mail address, at most two; case-insensitive. */
  findByEmail(email: string): Promise<Account[]> {
    return this.accounts.findByEmail(email);
  }

  /** Existing accounts by lower-case username. */
  async findByUsernames(usernames: readonly string[]): Promise<Map<string, Account>> {
    const found = await this.accounts.findByUsernames(usernames);
    return new Map(found.map((account) => [account.username.toLowerCase(), account]));
  }

  /** @throws NotFoundError */
  async usernameOf(id: number): Promise<string> {
    const username = await this.usernames.get(String(id), async () => {
      const user = await this.accounts.findById(id);
      return user === null ? undefined : { value: user.username, dependencies: [{ subject: 'user', id }] };
    });
    if (username === undefined) throw new NotFoundError();
    return username;
  }

  /**
   * @param by defaults to the service itself
   * @param options `acceptsCommonPassword`: for those that operators set in the environment
   * @throws InvalidError by field
   */
  async create(
    { username, password, email = '', isSuperuser = false }: NewAccount,
    by: Actor | typeof SERVICE = SERVICE,
    { acceptsCommonPassword = false } = {},
  ): Promise<Account> {
    assertUsername(username);
    assertEmail(email);
    const passwordHash = acceptsCommonPassword
      ? await this.newPasswords.hashAny(password, 'password')
      : await this.newPasswords.hash(password, 'password', { username, email });
    return this.insert(by, { username, passwordHash, email, isSuperuser });
  }

  /**
   * Creates a deactivated account without a password, for the data of a user of another server.
   * @throws InvalidError by field
   */
  createInactive(username: string, email = ''): Promise<Account> {
    assertUsername(username);
    assertEmail(email);
    return this.insert(SERVICE, { ...NO_SIGN_IN, username, email, isActive: false });
  }

  hasSuperuser(): Promise<boolean> {
    return this.accounts.hasSuperuser();
  }

  async recordSignIn(transaction: Transaction, id: number, now: Date): Promise<void> {
    await this.accounts.recordSignIn(transaction, id, now);
  }

  /**
   * Returns the user on whose behalf a job runs, with their current permissions, except for managing credentials.
   * @throws DeniedError for a deactivated or deleted user
   */
  async actorForJob(id: number): Promise<UserActor> {
    const user = await this.accounts.findById(id);
    if (user?.isActive !== true) throw new DeniedError('User inactive or deleted.');
    return jobActor(user);
  }

  /** Like `actorForJob`, also for a deactivated account: the operator writes its data, such as copies. */
  async actorForOperator(id: number): Promise<UserActor> {
    return jobActor(orNotFound(await this.accounts.findById(id)));
  }

  private async findOrCreateAnonymous(): Promise<Account> {
    const found = await this.accounts.findByUsername(ANONYMOUS_USERNAME);
    if (found !== null) return found;
    try {
      return await this.insert(SERVICE, { ...NO_SIGN_IN, username: ANONYMOUS_USERNAME });
    } catch (error) {
      // Another process created it concurrently.
      const created = await this.accounts.findByUsername(ANONYMOUS_USERNAME);
      if (created !== null) return created;
      throw error;
    }
  }

  private async insert(
    by: Actor | typeof SERVICE,
    user: Pick<NewUser, 'username' | 'passwordHash' | 'email' | 'isSuperuser' | 'isActive'>,
  ): Promise<Account> {
    const { username, email, isSuperuser, isActive = true } = user;
    const id = await this.unitOfWork.run(async (transaction) => {
      const inserted = await this.accounts.insert(transaction, {
        ...user,
        extraDetails: { name: '', organization: '' },
        extraDetailsUid: generateUid(UID_PREFIX.user, randomBytes),
      });
      const metadata = { account: username, email, is_superuser: isSuperuser };
      await this.audit.recordAccountEvent(transaction, by, { action: 'create', metadata });
      return inserted;
    });
    return { id, username, isSuperuser, isActive };
  }
}

function jobActor({ id, username, isSuperuser }: Account): UserActor {
  return { kind: 'user', id, username, isSuperuser, credential: 'job', scopes: SCOPES };
}
