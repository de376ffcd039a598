import { hash, randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { NotifiedCache } from '../../../database/cache/notified-cache';
import { ChangeNotifications } from '../../../database/change-notifications';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { RequestOrigin, UserActor } from '../../../domain/account/actor';
import { type BrowserSession, SESSION_LIFETIME_MS, SCOPES } from '../../../domain/account/credential';
import { DeniedError, NotFoundError, UnauthenticatedError } from '../../../domain/errors';
import { JobRegistry } from '../../../jobs/job-queue.port';
import {
  type CredentialRevocation,
  type CredentialSubscriber,
  CredentialSubscribers,
} from '../../../events/subscribers.port';
import { type Account, AccountService } from '../account.service';
import { PasswordService } from '../password.service';
import { SignInChallengeService } from '../sign-in-challenge.service';
import { ProfileService } from '../profile.service';
import { type PendingMethod, MfaEnrolmentService } from '../mfa/mfa-enrolment.service';
import { MfaService } from '../mfa/mfa.service';
import { CredentialService } from '../credential/credential.service';
import { SessionRepository } from './session.repository';
import { LastUseService } from '../credential/last-use.service';

@Injectable()
export class SessionUseService extends LastUseService {
  constructor(
    private readonly sessions: SessionRepository,
    clock: Clock,
  ) {
    super(clock, 'sessions');
  }

  protected write(uses: ReadonlyMap<number, Date>): Promise<void> {
    return this.sessions.recordUses(uses);
  }
}

/** A new session with its key, which only the cookie contains. */
export interface StartedSession {
  readonly id: number;
  readonly key: string;
  readonly expires: Date;
}

export interface SignInInput {
  readonly username: string;
  readonly password: string;
  readonly from: RequestOrigin;
  /** Name of this service in authenticator apps. */
  readonly issuer: string;
}

export type SignInStep =
  | { readonly kind: 'signed-in'; readonly session: StartedSession }
  | {
      readonly kind: 'second-step';
      readonly challenge: string;
      /** Authenticator to enrol in this step; undefined if one is active. */
      readonly enrolment: PendingMethod | undefined;
    };

export interface CodeInput {
  readonly code: string;
  readonly from: RequestOrigin;
}

export interface CompletedSignIn {
  readonly session: StartedSession;
  /** New ones after an enrolment, else none. */
  readonly recoveryCodes: readonly string[];
}

const EXPIRED = 'The sign-in took too long. Enter your password again.';
const KEY_BYTES = 32;
const CACHE_TTL_MS = 60_000;
const CLEANUP_INTERVAL_MS = 60 * 60_000;

/** Manages browser sessions, stored in the database and cached per process. */
@Injectable()
export class SessionService implements OnModuleInit, CredentialSubscriber {
  private readonly cache: NotifiedCache<BrowserSession>;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly uses: SessionUseService,
    private readonly credentials: CredentialService,
    private readonly accounts: AccountService,
    private readonly profiles: ProfileService,
    private readonly passwords: PasswordService,
    private readonly challenges: SignInChallengeService,
    private readonly mfa: MfaService,
    private readonly enrolment: MfaEnrolmentService,
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
   * Signs in by password. Starts a session, or a second step if the account needs one. Issues the key of an account that
   * must enrol; it is shown to this caller only, so that others who know the password cannot copy it.
   * @throws UnauthenticatedError for wrong credentials
   * @throws TooManyRequestsError after too many failures
   */
  async start({ username, password, from, issuer }: SignInInput): Promise<SignInStep> {
    const { actor, mfa } = await this.credentials.signIn(username, password, from.address ?? undefined);
    if (mfa === 'off') return { kind: 'signed-in', session: await this.insert(actor.id, from, false) };
    const enrolment = mfa === 'required' ? await this.enrolment.begin(actor, issuer) : undefined;
    return { kind: 'second-step', challenge: await this.challenges.issue(actor.id), enrolment };
  }

  /** Whether the challenge of a second step is valid. */
  async isChallenged(challenge: string): Promise<boolean> {
    return (await this.challenges.verify(challenge)) !== undefined;
  }

  /**
   * Ends the second step: verifies the code, or confirms the authenticator that the account must enrol.
   * @throws UnauthenticatedError for an expired challenge
   * @throws InvalidError for a wrong or used code
   * @throws TooManyRequestsError after too many codes
   */
  async finishSecondStep(challenge: string, { code, from }: CodeInput): Promise<CompletedSignIn> {
    const address = from.address ?? undefined;
    const account = await this.challenges.verify(challenge);
    if (account === undefined) throw new UnauthenticatedError(EXPIRED);
    const state = await this.mfa.stateOfUser(account.id);
    const recoveryCodes =
      state === 'required' ? await this.enrolment.confirm(sessionActor(account), code, { address }) : [];
    if (state !== 'required') await this.mfa.verify(account, code, address);
    await this.passwords.recordSignIn(account, address);
    return { session: await this.insert(account.id, from, true), recoveryCodes };
  }

  /** Returns undefined for an unknown, revoked or expired session. */
  async find(key: string): Promise<BrowserSession | undefined> {
    const keyHash = sha256(key);
    const session = await this.cache.get(keyHash.toString('base64'), async () => {
      const row = await this.sessions.findActive(keyHash);
      if (row === undefined || (!row.mfaPassed && this.mfa.stateOf(row.mfa) !== 'off')) return undefined;
      const { id, userId, username, isSuperuser, expires, language } = row;
      const actor: UserActor = {
        kind: 'user',
        id: userId,
        username,
        isSuperuser,
        credential: 'session',
        scopes: ['read', 'write'],
      };
      return { value: { id, actor, expires, language }, dependencies: [{ subject: 'user', id: userId }] };
    });
    if (session === undefined || session.expires <= this.clock.now()) return undefined;
    this.uses.record(session.id);
    return session;
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

  private async insert(userId: number, from: RequestOrigin, mfaPassed: boolean): Promise<StartedSession> {
    const key = randomBytes(KEY_BYTES).toString('base64url');
    const created = this.clock.now();
    const expires = new Date(created.getTime() + SESSION_LIFETIME_MS);
    const id = await this.unitOfWork.run(async (transaction) => {
      await this.accounts.recordSignIn(transaction, userId, created);
      const session = { userId, keyHash: sha256(key), mfaPassed, created, expires, from };
      return this.sessions.insert(transaction, session);
    });
    return { id, key, expires };
  }

  async revokeCredentials(
    transaction: Transaction,
    { userId, exceptSession }: CredentialRevocation,
  ): Promise<void> {
    await this.sessions.deleteAll(transaction, userId, exceptSession);
    if (exceptSession !== undefined)
      await this.sessions.renewPasswordStamp(transaction, exceptSession, userId);
  }
}

function sessionActor({ id, username, isSuperuser }: Account): UserActor {
  return { kind: 'user', id, username, isSuperuser, credential: 'session', scopes: SCOPES };
}

function sha256(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
