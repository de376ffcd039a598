import { createHash, randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { NotifiedCache } from '../../database/cache/notified-cache';
import { ChangeNotifications } from '../../database/change-notifications';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import type { BrowserSession } from '../../domain/account/browser-session';
import { DeniedError, NotFoundError } from '../../domain/errors';
import { JobRegistry } from '../../jobs/job-queue.port';
import {
  type CredentialRevocation,
  type CredentialSubscriber,
  CredentialSubscribers,
} from '../../events/credential-subscriber.port';
import { AccountService } from '../account/account.service';
import { ProfileService } from '../account/profile.service';
import { CredentialService } from '../credential/credential.service';
import { SessionQuery } from './session.query';
import { SessionRepository } from './session.repository';

/** A new session with its key, which only the cookie contains. */
export interface StartedSession {
  readonly id: number;
  readonly key: string;
  readonly expires: Date;
}

export interface SignInInput {
  readonly username: string;
  readonly password: string;
  readonly address: string | undefined;
}

/** Absolute lifetime of two weeks; use does not extend it. */
export const SESSION_LIFETIME_MS = 14 * 24 * 60 * 60_000;
const KEY_BYTES = 32;
const CACHE_TTL_MS = 60_000;
const CLEANUP_INTERVAL_MS = 60 * 60_000;

/** Manages browser sessions, stored in the database and cached per process. */
@Injectable()
export class SessionService implements OnModuleInit, CredentialSubscriber {
  private readonly cache: NotifiedCache<BrowserSession>;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly sessionQuery: SessionQuery,
    private readonly credentials: CredentialService,
    private readonly accounts: AccountService,
    private readonly profiles: ProfileService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly registry: JobRegistry,
    private readonly subscribers: CredentialSubscribers,
    notifications: ChangeNotifications,
  ) {
    this.cache = new NotifiedCache(notifications, { maxEntries: 10_000, ttlMs: CACHE_TTL_MS });
  }

  onModuleInit(): void {
    this.subscribers.add(this);
    this.registry.registerScheduled({
      name: 'sessions.delete-expired',
      intervalMs: CLEANUP_INTERVAL_MS,
      run: () => this.sessions.deleteExpired(this.clock.now()),
    });
  }

  /**
   * Signs in and starts a session, which sets `last_login` of the profile.
   * @throws UnauthenticatedError for wrong credentials
   * @throws TooManyRequestsError after too many failures
   */
  async start({ username, password, address }: SignInInput): Promise<StartedSession> {
    const { id: userId } = await this.credentials.signIn(username, password, address);
    const key = randomBytes(KEY_BYTES).toString('base64url');
    const created = this.clock.now();
    const expires = new Date(created.getTime() + SESSION_LIFETIME_MS);
    const id = await this.unitOfWork.run(async (transaction) => {
      await this.accounts.recordSignIn(transaction, userId, created);
      return this.sessionQuery.insert(transaction, { userId, keyHash: sha256(key), created, expires });
    });
    return { id, key, expires };
  }

  /** Returns undefined for an unknown, revoked or expired session. */
  async find(key: string): Promise<BrowserSession | undefined> {
    const keyHash = sha256(key);
    const session = await this.cache.get(keyHash.toString('base64'), async () => {
      const row = await this.sessionQuery.findActive(keyHash);
      if (row === undefined) return undefined;
      const { id, userId, username, isSuperuser, expires } = row;
      const actor: UserActor = {
        kind: 'user',
        id: userId,
        username,
        isSuperuser,
        credential: 'session',
        scopes: ['read', 'write'],
      };
      return { value: { id, actor, expires }, dependencies: [{ subject: 'user', id: userId }] };
    });
    return session !== undefined && session.expires > this.clock.now() ? session : undefined;
  }

  /** @throws NotFoundError when the user has no such session */
  async revoke(userId: number, id: number): Promise<void> {
    const isDeleted = await this.unitOfWork.run((transaction) =>
      this.sessions.delete(transaction, id, userId),
    );
    if (!isDeleted) throw new NotFoundError();
  }

  /** Signs out. @param session undefined when it has already ended */
  async end(session: BrowserSession | undefined): Promise<void> {
    if (session === undefined) return;
    const { id, actor } = session;
    await this.unitOfWork.run((transaction) => this.sessions.delete(transaction, id, actor.id));
  }

  /**
   * Changes the password and revokes all other credentials of the user in one transaction; this session stays valid.
   * @param session undefined when the caller uses another credential
   * @throws DeniedError without a session
   * @throws InvalidError by field
   * @throws TooManyRequestsError after too many wrong current passwords
   */
  async changePassword(
    session: BrowserSession | undefined,
    change: { readonly currentPassword: string; readonly newPassword: string },
    address: string | undefined,
  ): Promise<void> {
    if (session === undefined) throw new DeniedError('Sign in to change the password, or send it to /me/.');
    await this.profiles.change(session.actor, change, { address, exceptSession: session.id });
  }

  async revokeCredentials(
    transaction: Transaction,
    { userId, exceptSession }: CredentialRevocation,
  ): Promise<void> {
    await this.sessions.deleteAll(transaction, userId, exceptSession);
    if (exceptSession !== undefined)
      await this.sessionQuery.renewPasswordStamp(transaction, exceptSession, userId);
  }
}

function sha256(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
