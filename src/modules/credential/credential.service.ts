import { randomBytes } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretBox } from '../../config/secret-box';
import { SecretKey } from '../../config/secret-key';
import { AnnouncedCache, type Cacheable } from '../../database/cache/announced-cache';
import { ChangeFeed } from '../../database/change-feed';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { type CredentialKind, SERVICE, type UserActor } from '../../domain/account/actor';
import { addressBlock } from '../../domain/account/client-address';
import { SCOPES } from '../../domain/account/scope';
import { hashOfKey, makeKey } from '../../domain/account/token-key';
import { DeniedError, InvalidError, NotFoundError, UnauthenticatedError } from '../../domain/errors';
import {
  type CredentialEnd,
  type CredentialHolder,
  CredentialHolders,
} from '../../events/credential-holder.port';
import { type Account, AccountService } from '../account/account.service';
import { PasswordService } from '../account/password.service';
import { SignInThrottleService } from '../account/sign-in-throttle.service';
import { AuditService } from '../audit/audit.service';
import { ApiTokenQuery } from './api-token.query';
import { CredentialRepository } from './credential.repository';
import { TokenUseService } from './token-use.service';

/** The default token of a user, and whether this call made it. */
export interface DefaultToken {
  readonly key: string;
  readonly created: boolean;
}

/** A token as this process remembers it. */
interface RememberedToken {
  readonly id: number;
  readonly actor: UserActor;
  readonly expires: Date | null;
}

/** A password check costs milliseconds by design; a verified pair is remembered this long after its last use (decision 28). */
const PASSWORD_MEMORY_MS = 30_000;
const TOKEN_MEMORY_MS = 60_000;

/** Proofs of who is asking: tokens and passwords. */
@Injectable()
export class CredentialService implements OnModuleInit, OnApplicationBootstrap, CredentialHolder {
  private readonly knownTokens: AnnouncedCache<RememberedToken>;
  private readonly verifiedPasswords: AnnouncedCache<UserActor>;

  constructor(
    private readonly credentials: CredentialRepository,
    private readonly tokens: ApiTokenQuery,
    private readonly accounts: AccountService,
    private readonly passwords: PasswordService,
    private readonly throttle: SignInThrottleService,
    private readonly uses: TokenUseService,
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly box: SecretBox,
    private readonly secretKey: SecretKey,
    private readonly holders: CredentialHolders,
    private readonly audit: AuditService,
    feed: ChangeFeed,
  ) {
    this.knownTokens = new AnnouncedCache(feed, { maxEntries: 10_000, maxAgeMs: TOKEN_MEMORY_MS });
    this.verifiedPasswords = new AnnouncedCache(feed, {
      maxEntries: 10_000,
      maxAgeMs: PASSWORD_MEMORY_MS,
      isRenewedByUse: true,
    });
  }

  onModuleInit(): void {
    this.holders.add(this);
  }

  /** Two processes that disagree about the key could not read each other's tokens: refuse to start (decision 25). */
  async onApplicationBootstrap(): Promise<void> {
    const kept = await this.credentials.keepSetting('secret key fingerprint', this.secretKey.fingerprint);
    if (kept !== this.secretKey.fingerprint) {
      throw new Error(
        'SECRET_KEY differs from the one this database was set up with. Start every process with the same SECRET_KEY.',
      );
    }
  }

  /**
   * The user behind an API token, or undefined when the token does not hold. Expiry is looked at here and not when the
   * token is read, so that a remembered token ends as exactly as any other.
   *
   * @throws UnauthenticatedError when the token holds but the account is not active
   */
  async actorOfToken(key: string): Promise<UserActor | undefined> {
    const known = await this.knownTokens.get(this.box.nameOf(key), () => this.findToken(key));
    if (known === undefined || (known.expires !== null && known.expires <= this.clock.now()))
      return undefined;
    this.uses.note(known.id);
    return known.actor;
  }

  /** The user of a pair that is remembered for this address, see `actorOfPassword`. */
  rememberedActor(username: string, password: string, address: string | undefined): UserActor | undefined {
    return this.verifiedPasswords.peek(this.nameOfPair(username, password, address));
  }

  /**
   * The user whose name and password these are, or undefined. A pair that was verified for this address is remembered,
   * and as long as it is used it is never refused, whatever others try meanwhile (decision 32): for other addresses it is
   * not, or a guess would be told right although guessing is over for them.
   *
   * @param address of the client; undefined when the connection is gone
   * @throws TooManyError after too many failures
   * @throws UnauthenticatedError when the pair holds but the account is not active
   */
  async actorOfPassword(
    username: string,
    password: string,
    address: string | undefined,
  ): Promise<UserActor | undefined> {
    const name = this.nameOfPair(username, password, address);
    return this.verifiedPasswords.get(name, async () => {
      this.throttle.assertNotKnownClosed(username, address);
      const account = await this.passwords.verify(username, password, address);
      if (account === undefined) return undefined;
      return { value: actorOf(account, 'basic'), about: [{ subject: 'user', id: account.id }] };
    });
  }

  /**
   * The person who signs in on a page.
   *
   * @param address of the client; undefined when the connection is gone
   * @throws UnauthenticatedError when name and password do not fit, or the account is not active
   * @throws TooManyError after too many failures
   */
  async signIn(username: string, password: string, address: string | undefined): Promise<UserActor> {
    const account = await this.passwords.verify(username, password, address);
    if (account === undefined) throw new UnauthenticatedError('Invalid username/password.');
    return actorOf(account, 'session');
  }

  /**
   * The one token that its owner sees again and again; made when there is none.
   * @param by who asks; absent: whoever runs the service
   * @throws InvalidError for AnonymousUser, who never signs in (decision 26)
   */
  async defaultToken(userId: number, by: UserActor | typeof SERVICE = SERVICE): Promise<DefaultToken> {
    if (userId === this.accounts.anonymousUserId) {
      throw new InvalidError(
        'AnonymousUser stands for callers without credentials and has none; choose another user.',
      );
    }
    const known = await this.credentials.findDefaultKey(userId);
    if (known !== undefined) return { key: this.box.open(known), created: false };
    const key = makeKey(randomBytes);
    const account = await this.accounts.usernameOf(userId);
    const created = await this.unitOfWork.run(async (transaction) => {
      const sealed = this.box.seal(key);
      const made = await this.credentials.insertDefaultKey(transaction, userId, hashOfKey(key), sealed);
      if (made) await this.tell(transaction, by, 'create', account);
      return made;
    });
    // Somebody made one at the same moment: theirs is the one.
    return created ? { key, created } : this.defaultToken(userId, by);
  }

  /**
   * Whose default token a caller asks for: its own, or the one of the user that a superuser names (contract-assets 8.1).
   * @throws DeniedError for anybody else who names one
   * @throws NotFoundError for a name that nobody signs in with
   */
  async tokenOwner({ id, isSuperuser }: UserActor, username: string | undefined): Promise<number> {
    if (username === undefined) return id;
    if (!isSuperuser) throw new DeniedError();
    const account = await this.accounts.findByUsername(username);
    if (account === null || account.id === this.accounts.anonymousUserId) throw new NotFoundError();
    return account.id;
  }

  /** Ends the default token; the next question for it makes another. */
  async revokeDefaultToken(userId: number, by: UserActor): Promise<void> {
    const account = await this.accounts.usernameOf(userId);
    const revoked = await this.unitOfWork.run(async (transaction) => {
      const isGone = await this.credentials.deleteDefaultKey(transaction, userId);
      if (isGone) await this.tell(transaction, by, 'delete', account);
      return isGone;
    });
    if (!revoked) throw new NotFoundError();
  }

  async endCredentials(transaction: Transaction, { userId }: CredentialEnd): Promise<void> {
    await this.credentials.deleteAll(transaction, userId);
  }

  private nameOfPair(username: string, password: string, address: string | undefined): string {
    return this.box.nameOf(username.toLowerCase(), addressBlock(address), password);
  }

  private tell(
    transaction: Transaction,
    by: UserActor | typeof SERVICE,
    action: 'create' | 'delete',
    account: string,
  ): Promise<void> {
    return this.audit.tellOfAccount(transaction, by, { action, metadata: { account, token: 'default' } });
  }

  private async findToken(key: string): Promise<Cacheable<RememberedToken> | undefined> {
    const token = await this.tokens.find(hashOfKey(key));
    // A row for AnonymousUser, however it came there, opens nothing.
    if (token === undefined || token.userId === this.accounts.anonymousUserId) return undefined;
    const { id, isDefault, scopes, expires, userId, username, isSuperuser, isActive } = token;
    if (!isActive) throw new UnauthenticatedError('User inactive or deleted.');
    const credential = isDefault ? 'token' : 'scoped-token';
    const actor: UserActor = { kind: 'user', id: userId, username, isSuperuser, credential, scopes };
    return { value: { id, actor, expires }, about: [{ subject: 'user', id: userId }] };
  }
}

function actorOf({ id, username, isSuperuser }: Account, credential: CredentialKind): UserActor {
  return { kind: 'user', id, username, isSuperuser, credential, scopes: SCOPES };
}
