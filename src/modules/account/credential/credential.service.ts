import { randomBytes } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { KEY_SETTING, SecretBox, SecretKey } from '../../../config/secret-key';
import { NotifiedCache, type TaggedValue } from '../../../database/cache/notified-cache';
import { ChangeNotifications } from '../../../database/change-notifications';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { type CredentialKind, SERVICE, type UserActor } from '../../../domain/account/actor';
import { type MfaState, SCOPES, hashOfKey, generateKey } from '../../../domain/account/credential';
import { DeniedError, InvalidError, NotFoundError, UnauthenticatedError } from '../../../domain/errors';
import {
  type CredentialRevocation,
  type CredentialSubscriber,
  CredentialSubscribers,
} from '../../../events/subscribers.port';
import { type Account, AccountService } from '../account.service';
import { PasswordService } from '../password.service';
import { SignInThrottleService } from '../sign-in-throttle.service';
import { AuditService } from '../../audit/audit.service';
import { MfaService } from '../mfa/mfa.service';
import { ApiTokenRepository } from './api-token.repository';
import { CredentialRepository } from './credential.repository';
import { TokenUseService } from './api-token.service';
import { addressBlock } from '../../../domain/account/sign-in-limit';

export interface DefaultToken {
  readonly key: string;
  readonly created: boolean;
}

interface CachedToken {
  readonly id: number;
  readonly actor: UserActor;
  readonly expires: Date | null;
}

/** Sliding expiry of verified passwords, since hashing is expensive by design (decision 23). */
const PASSWORD_CACHE_TTL_MS = 30_000;
const TOKEN_CACHE_TTL_MS = 60_000;

/** Authenticates by API token and by password, and manages default tokens. */
@Injectable()
export class CredentialService implements OnModuleInit, OnApplicationBootstrap, CredentialSubscriber {
  private readonly tokenCache: NotifiedCache<CachedToken>;
  private readonly passwordCache: NotifiedCache<UserActor>;

  constructor(
    private readonly credentials: CredentialRepository,
    private readonly tokens: ApiTokenRepository,
    private readonly accounts: AccountService,
    private readonly passwords: PasswordService,
    private readonly mfa: MfaService,
    private readonly throttle: SignInThrottleService,
    private readonly tokenUse: TokenUseService,
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly box: SecretBox,
    private readonly secretKey: SecretKey,
    private readonly subscribers: CredentialSubscribers,
    private readonly audit: AuditService,
    notifications: ChangeNotifications,
  ) {
    this.tokenCache = new NotifiedCache(notifications, { maxEntries: 10_000, ttlMs: TOKEN_CACHE_TTL_MS });
    this.passwordCache = new NotifiedCache(notifications, {
      maxEntries: 10_000,
      ttlMs: PASSWORD_CACHE_TTL_MS,
      slidingExpiry: true,
    });
  }

  onModuleInit(): void {
    this.subscribers.add(this);
  }

  /** Fails the start when processes have different keys, since they could not decrypt each other's tokens (decision 25).
   * The stored key is the one that tokens were last resealed with. */
  async onApplicationBootstrap(): Promise<void> {
    const stored = await this.credentials.getOrInsertSetting(KEY_SETTING, this.secretKey.fingerprint);
    if (!this.secretKey.fingerprints.includes(stored)) {
      throw new Error(
        'SECRET_KEY differs from the one this database was set up with. Start every process with the same SECRET_KEY, or add the former one to SECRET_KEY_FALLBACKS.',
      );
    }
  }

  /**
   * Returns the user of an API token, or undefined for an invalid one. Checks the expiry on every use, so that cached
   * tokens expire on time.
   * @throws UnauthenticatedError when the token is valid but the account is not active
   */
  async actorOfToken(key: string): Promise<UserActor | undefined> {
    const keyHash = hashOfKey(key);
    const token = await this.tokenCache.get(keyHash.toString('base64'), () => this.findToken(keyHash));
    if (token === undefined || (token.expires !== null && token.expires <= this.clock.now()))
      return undefined;
    this.tokenUse.record(token.id);
    return token.actor;
  }

  /** Reads the cache of `actorOfPassword` only. */
  cachedActor(username: string, password: string, address: string | undefined): UserActor | undefined {
    return this.passwordCache.peek(this.passwordCacheKey(username, password, address));
  }

  /**
   * Returns the user with this username and password, or undefined. Caches verified pairs per address, which are then
   * not throttled (decision 66); a throttled address must not learn from the cache that a guess is right.
   * @throws TooManyRequestsError after too many failures
   * @throws UnauthenticatedError when the password is right but the account is not active or needs a second factor
   */
  async actorOfPassword(
    username: string,
    password: string,
    address: string | undefined,
  ): Promise<UserActor | undefined> {
    const key = this.passwordCacheKey(username, password, address);
    return this.passwordCache.get(key, async () => {
      this.throttle.assertNotBlockedLocally(username, address);
      const account = await this.passwords.verify(username, password, address);
      if (account === undefined) return undefined;
      await this.mfa.assertPasswordSuffices(account, address);
      await this.passwords.recordSignIn(account, address);
      return { value: actorOf(account, 'basic'), dependencies: [{ subject: 'user', id: account.id }] };
    });
  }

  /**
   * Verifies the password of a user who signs in on a page, which is the first of two steps unless `mfa` is off.
   * @throws UnauthenticatedError for wrong credentials, or when the account is not active
   * @throws TooManyRequestsError after too many failures
   */
  async signIn(
    username: string,
    password: string,
    address: string | undefined,
  ): Promise<{ readonly actor: UserActor; readonly mfa: MfaState }> {
    const account = await this.passwords.verify(username, password, address);
    if (account === undefined) throw new UnauthenticatedError('Invalid username/password.');
    const mfa = await this.mfa.stateOfUser(account.id);
    if (mfa === 'off') await this.passwords.recordSignIn(account, address);
    return { actor: actorOf(account, 'session'), mfa };
  }

  /**
   * Gets or creates the default token.
   * @param by defaults to the service itself
   * @throws InvalidError for AnonymousUser (decision 26)
   */
  async defaultToken(userId: number, by: UserActor | typeof SERVICE = SERVICE): Promise<DefaultToken> {
    if (userId === this.accounts.anonymousUserId) {
      throw new InvalidError(
        'AnonymousUser represents callers without credentials and has no token. Choose another user.',
      );
    }
    const stored = await this.credentials.findDefaultKey(userId);
    if (stored !== undefined) return { key: this.box.open(stored), created: false };
    const key = generateKey(randomBytes);
    const account = await this.accounts.usernameOf(userId);
    const created = await this.unitOfWork.run(async (transaction) => {
      const sealed = this.box.seal(key);
      const isInserted = await this.credentials.insertDefaultKey(transaction, userId, hashOfKey(key), sealed);
      if (isInserted) await this.recordEvent(transaction, by, 'create', account);
      return isInserted;
    });
    // A concurrent request created one.
    return created ? { key, created } : this.defaultToken(userId, by);
  }

  /**
   * User id of the requested default token: the caller, or a user that a superuser names (contract-assets 8.1).
   * @throws DeniedError when the caller is not a superuser
   * @throws NotFoundError for an unknown user or AnonymousUser
   */
  async tokenOwner({ id, isSuperuser }: UserActor, username: string | undefined): Promise<number> {
    if (username === undefined) return id;
    if (!isSuperuser) throw new DeniedError();
    const account = await this.accounts.findByUsername(username);
    if (account === null || account.id === this.accounts.anonymousUserId) throw new NotFoundError();
    return account.id;
  }

  /** @throws NotFoundError when there is none */
  async revokeDefaultToken(userId: number, by: UserActor): Promise<void> {
    const account = await this.accounts.usernameOf(userId);
    const revoked = await this.unitOfWork.run(async (transaction) => {
      const isDeleted = await this.credentials.deleteDefaultKey(transaction, userId);
      if (isDeleted) await this.recordEvent(transaction, by, 'delete', account);
      return isDeleted;
    });
    if (!revoked) throw new NotFoundError();
  }

  async revokeCredentials(transaction: Transaction, { userId }: CredentialRevocation): Promise<void> {
    await this.credentials.deleteAll(transaction, userId);
  }

  private passwordCacheKey(username: string, password: string, address: string | undefined): string {
    return this.box.hmac(username.toLowerCase(), addressBlock(address), password);
  }

  private recordEvent(
    transaction: Transaction,
    by: UserActor | typeof SERVICE,
    action: 'create' | 'delete',
    account: string,
  ): Promise<void> {
    return this.audit.recordAccountEvent(transaction, by, {
      action,
      metadata: { account, token: 'default' },
    });
  }

  private async findToken(keyHash: Buffer): Promise<TaggedValue<CachedToken> | undefined> {
    const token = await this.tokens.findByKeyHash(keyHash);
    // AnonymousUser never authenticates, even if it has a token row.
    if (token === undefined || token.userId === this.accounts.anonymousUserId) return undefined;
    const { id, isDefault, scopes, expires, userId, username, isSuperuser, isActive } = token;
    if (!isActive) throw new UnauthenticatedError('User inactive or deleted.');
    const credential = isDefault ? 'token' : 'scoped-token';
    const actor: UserActor = { kind: 'user', id: userId, username, isSuperuser, credential, scopes };
    return { value: { id, actor, expires }, dependencies: [{ subject: 'user', id: userId }] };
  }
}

function actorOf({ id, username, isSuperuser }: Account, credential: CredentialKind): UserActor {
  return { kind: 'user', id, username, isSuperuser, credential, scopes: SCOPES };
}
