import { createHash, randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { AnnouncedCache } from '../../database/cache/announced-cache';
import { ChangeFeed } from '../../database/change-feed';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import type { KnownSession } from '../../domain/account/known-session';
import { DeniedError, NotFoundError } from '../../domain/errors';
import { JobRegistry } from '../../jobs/job-queue.port';
import {
  type CredentialEnd,
  type CredentialHolder,
  CredentialHolders,
} from '../../events/credential-holder.port';
import { AccountService } from '../account/account.service';
import { ProfileService } from '../account/profile.service';
import { CredentialService } from '../credential/credential.service';
import { SessionQuery } from './session.query';
import { SessionRepository } from './session.repository';

/** A session that has just begun: its key is in no other place than the cookie that it goes into. */
export interface BegunSession {
  readonly id: number;
  readonly key: string;
  readonly expires: Date;
}

/** What somebody typed who wants to sign in, and from where. */
export interface SignIn {
  readonly username: string;
  readonly password: string;
  readonly address: string | undefined;
}

/** Two weeks from sign-in, used or not. */
export const SESSION_MS = 14 * 24 * 60 * 60_000;
const KEY_BYTES = 32;
const MEMORY_MS = 60_000;
const SWEEP_MS = 60 * 60_000;

/** Who is signed in with a browser. The rows are in the database, so that any process knows every session. */
@Injectable()
export class SessionService implements OnModuleInit, CredentialHolder {
  private readonly known: AnnouncedCache<KnownSession>;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly sessionQuery: SessionQuery,
    private readonly credentials: CredentialService,
    private readonly accounts: AccountService,
    private readonly profiles: ProfileService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly registry: JobRegistry,
    private readonly holders: CredentialHolders,
    feed: ChangeFeed,
  ) {
    this.known = new AnnouncedCache(feed, { maxEntries: 10_000, maxAgeMs: MEMORY_MS });
  }

  onModuleInit(): void {
    this.holders.add(this);
    this.registry.registerChore({
      name: 'forget sessions that are over',
      everyMs: SWEEP_MS,
      run: () => this.sessions.deleteExpired(this.clock.now()),
    });
  }

  /**
   * Begins a session, which is what the profile calls a login.
   * @throws UnauthenticatedError when name and password do not fit
   * @throws TooManyError after too many failures
   */
  async begin({ username, password, address }: SignIn): Promise<BegunSession> {
    const { id: userId } = await this.credentials.signIn(username, password, address);
    const key = randomBytes(KEY_BYTES).toString('base64url');
    const created = this.clock.now();
    const expires = new Date(created.getTime() + SESSION_MS);
    const id = await this.unitOfWork.run(async (transaction) => {
      await this.accounts.recordSignIn(transaction, userId, created);
      return this.sessionQuery.insert(transaction, { userId, keyHash: sha256(key), created, expires });
    });
    return { id, key, expires };
  }

  /** The session with this key; undefined when it is over or never was. */
  async find(key: string): Promise<KnownSession | undefined> {
    const keyHash = sha256(key);
    const session = await this.known.get(keyHash.toString('base64'), async () => {
      const owner = await this.sessionQuery.findOwner(keyHash);
      if (owner === undefined) return undefined;
      const { id, userId, username, isSuperuser, expires } = owner;
      const actor: UserActor = {
        kind: 'user',
        id: userId,
        username,
        isSuperuser,
        credential: 'session',
        scopes: ['read', 'write'],
      };
      return { value: { id, actor, expires }, about: [{ subject: 'user', id: userId }] };
    });
    return session !== undefined && session.expires > this.clock.now() ? session : undefined;
  }

  /** Ends a session of a user from outside. @throws NotFoundError when they have no such one */
  async endOf(userId: number, id: number): Promise<void> {
    const isEnded = await this.unitOfWork.run((transaction) => this.sessions.delete(transaction, id, userId));
    if (!isEnded) throw new NotFoundError();
  }

  /** @param session undefined when there was none any more */
  async end(session: KnownSession | undefined): Promise<void> {
    if (session === undefined) return;
    const { id, actor } = session;
    await this.unitOfWork.run((transaction) => this.sessions.delete(transaction, id, actor.id));
  }

  /**
   * Another password for the user of this session, which goes on; all else that the account could be entered with is
   * over. It is one transaction: nobody is signed out by a change that did not happen, nor stays by half of one that did.
   * @param session undefined when the user came with another credential
   * @throws DeniedError without a session: only a person at a page changes a password here
   * @throws InvalidError by field
   * @throws TooManyError after too many wrong guesses at the current password
   */
  async changePassword(
    session: KnownSession | undefined,
    change: { readonly currentPassword: string; readonly newPassword: string },
    address: string | undefined,
  ): Promise<void> {
    if (session === undefined) throw new DeniedError('Sign in to change the password, or send it to /me/.');
    await this.profiles.change(session.actor, change, { address, sparedSession: session.id });
  }

  async endCredentials(transaction: Transaction, { userId, sparedSession }: CredentialEnd): Promise<void> {
    await this.sessions.deleteAll(transaction, userId, sparedSession);
    if (sparedSession !== undefined) await this.sessionQuery.renewStamp(transaction, sparedSession, userId);
  }
}

function sha256(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
