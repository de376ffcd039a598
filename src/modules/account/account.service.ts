import { randomBytes } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AnnouncedCache } from '../../database/cache/announced-cache';
import { ChangeFeed } from '../../database/change-feed';
import { UnitOfWork } from '../../database/unit-of-work';
import { ANONYMOUS_USERNAME, type UserActor } from '../../domain/account/actor';
import { assertUsername } from '../../domain/account/username';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { InvalidError, NotFoundError, UnauthenticatedError } from '../../domain/errors';
import { AccountRepository } from './account.repository';
import { PasswordHasher } from './password-hasher';

/** An account as others may know it. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly isActive: boolean;
}

/** An account as its owner sees it. */
export interface Profile extends Account {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateJoined: Date;
  readonly lastLogin: Date | null;
  readonly extraDetails: Readonly<Record<string, unknown>>;
  readonly extraDetailsUid: string;
}

export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly email?: string;
  readonly isSuperuser?: boolean;
}

const SHORTEST_PASSWORD = 8;

@Injectable()
export class AccountService implements OnApplicationBootstrap {
  private anonymous: number | undefined;

  private readonly usernames: AnnouncedCache<string>;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly hasher: PasswordHasher,
    feed: ChangeFeed,
  ) {
    this.usernames = new AnnouncedCache(feed, { maxEntries: 10_000, maxAgeMs: 60_000 });
  }

  async onApplicationBootstrap(): Promise<void> {
    this.anonymous = (await this.findOrCreateAnonymous()).id;
  }

  /** Id of AnonymousUser, whose permissions every caller has. */
  get anonymousUserId(): number {
    if (this.anonymous === undefined) throw new Error('The account of AnonymousUser is not loaded yet.');
    return this.anonymous;
  }

  findByUsername(username: string): Promise<Account | null> {
    return this.accounts.findByUsername(username);
  }

  /** @throws NotFoundError when there is no such account */
  async usernameOf(id: number): Promise<string> {
    const username = await this.usernames.get(String(id), async () => {
      const user = await this.accounts.findById(id);
      return user === null ? undefined : { value: user.username, about: [{ subject: 'user', id }] };
    });
    if (username === undefined) throw new NotFoundError();
    return username;
  }

  /** The profile of the user who is asking. */
  async profileOf(actor: UserActor): Promise<Profile> {
    const user = await this.accounts.findById(actor.id);
    if (user === null) throw new UnauthenticatedError('User inactive or deleted.');
    return user;
  }

  /**
   * @throws InvalidError for a username or password that breaks the rules
   * @throws ConflictError when the username is taken
   */
  async create({ username, password, email = '', isSuperuser = false }: NewAccount): Promise<Account> {
    assertUsername(username);
    if (password.length < SHORTEST_PASSWORD) {
      throw new InvalidError({
        password: [`Choose a password of at least ${SHORTEST_PASSWORD} characters.`],
      });
    }
    const passwordHash = await this.hasher.hash(password);
    return this.insert({ username, passwordHash, email, isSuperuser });
  }

  hasSuperuser(): Promise<boolean> {
    return this.accounts.hasSuperuser();
  }

  /**
   * The active account that this name and password belong to, or undefined. An unknown name costs as much time as a
   * known one.
   */
  async verifyPassword(username: string, password: string): Promise<Account | undefined> {
    const user = await this.accounts.findWithPassword(username);
    const holds = await this.hasher.matches(user?.passwordHash, password);
    return holds && user?.isActive === true ? user : undefined;
  }

  private async findOrCreateAnonymous(): Promise<Account> {
    const found = await this.accounts.findByUsername(ANONYMOUS_USERNAME);
    if (found !== null) return found;
    try {
      return await this.insert({
        username: ANONYMOUS_USERNAME,
        passwordHash: null,
        email: '',
        isSuperuser: false,
      });
    } catch (error) {
      // Another process that starts at the same moment made it.
      const made = await this.accounts.findByUsername(ANONYMOUS_USERNAME);
      if (made !== null) return made;
      throw error;
    }
  }

  private async insert(user: {
    username: string;
    passwordHash: string | null;
    email: string;
    isSuperuser: boolean;
  }): Promise<Account> {
    const id = await this.unitOfWork.run((transaction) =>
      this.accounts.insert(transaction, {
        ...user,
        extraDetails: { name: '', organization: '' },
        extraDetailsUid: makeUid(UID_PREFIX.user, randomBytes),
      }),
    );
    return { id, username: user.username, isSuperuser: user.isSuperuser, isActive: true };
  }
}
