import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { SERVICE, type UserActor, assertOwnCredential } from '../../domain/account/actor';
import { canResetPassword } from '../../domain/account/password-rule';
import { InvalidError, NotFoundError } from '../../domain/errors';
import { isLanguage, type Language } from '../../language/language';
import { AuditService } from '../audit/audit.service';
import { AccountRepository } from './account.repository';
import { CredentialRevocationService } from './credential-revocation.service';
import { NewPasswordService } from './new-password.service';
import { type AccountKey, PasswordResetKeys } from './account-keys';
import { AccountMailService } from './account-mail.service';
import { MAX_EMAIL_LENGTH } from '../../domain/account/email-rule';
import { JobQueue, JobRegistry } from '../../jobs/job-queue.port';
import { SignInThrottleService } from './sign-in-throttle.service';

export interface PasswordReset extends AccountKey {
  /** Address to which a link is mailed too; null if none is. */
  readonly mailedTo: string | null;
}

/** One-time links to set a password (decision 149). */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly keys: PasswordResetKeys,
    private readonly mails: AccountMailService,
    private readonly newPasswords: NewPasswordService,
    private readonly credentials: CredentialRevocationService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditService,
  ) {}

  /**
   * Returns a link, and mails one if the operator set an SMTP server and the account has an address.
   * @param language of the mail, unless the person chose one
   * @throws DeniedError for a delegated credential
   * @throws NotFoundError for an unknown user
   * @throws InvalidError for an account that is not active
   */
  async issue(actor: UserActor, username: string, language?: Language): Promise<PasswordReset> {
    assertOwnCredential(actor);
    const user = await this.accounts.findWithPassword(username);
    if (!canResetPassword(user)) {
      const isInactive = user !== null && user.passwordHash !== null;
      throw isInactive
        ? new InvalidError('The account is not active. Reactivate it first.')
        : new NotFoundError();
    }
    const metadata = { account: user.username, password_reset: 'issued' };
    const mailedTo = await this.unitOfWork.run(async (transaction) => {
      await this.audit.recordAccountEvent(transaction, actor, { action: 'update', metadata });
      return this.mails.enqueueResetLink(transaction, { ...user, language });
    });
    return { ...this.keys.issue(user), mailedTo };
  }

  /** Username of a link that can be used; undefined for any other. */
  async usernameOf(key: string): Promise<string | undefined> {
    try {
      return (await this.keys.find(key)).username;
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  /**
   * Sets the password and revokes all credentials of the account (decision 23).
   * @throws NotFoundError for a key that is malformed, expired or used
   * @throws InvalidError by field
   */
  async complete(key: string, newPassword: string): Promise<void> {
    const user = await this.keys.find(key);
    const { id, username } = user;
    const next = await this.newPasswords.hash(newPassword, 'new_password', user);
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.accounts.replacePassword(transaction, user, next))) {
        throw new NotFoundError();
      }
      await this.credentials.revokeAll(transaction, { userId: id });
      const metadata = { account: username, password: 'changed', password_reset: 'used' };
      await this.audit.recordAccountEvent(transaction, SERVICE, { action: 'update', metadata });
    });
  }
}

const JOB = 'password-resets.request';

interface PasswordRequest {
  readonly login: string;
  readonly language: Language | undefined;
}

/**
 * Mails reset links to people who forgot the password. A job looks for the account, so that neither the response nor its
 * duration tells whether one exists.
 */
@Injectable()
export class PasswordRequestService implements OnModuleInit {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly mails: AccountMailService,
    private readonly throttle: SignInThrottleService,
    private readonly queue: JobQueue,
    private readonly registry: JobRegistry,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditService,
  ) {}

  /** False if the operator set no SMTP server. */
  get isAvailable(): boolean {
    return this.mails.isAvailable;
  }

  onModuleInit(): void {
    this.registry.register({ name: JOB, handle: (subject) => this.enqueueMails(requestIn(subject)) });
  }

  /**
   * @param login username or e-mail address, as typed
   * @param address undefined after the connection closed
   * @param language of the mail, unless the person chose one
   * @throws NotFoundError if this service sends no mail
   * @throws InvalidError by field
   * @throws TooManyRequestsError after too many requests from the address
   */
  async request(login: string, address: string | undefined, language?: Language): Promise<void> {
    if (!this.isAvailable) {
      throw new NotFoundError('This service sends no mail. Ask an administrator for a password reset link.');
    }
    const name = login.trim().toLowerCase();
    if (name === '' || name.length > MAX_EMAIL_LENGTH) {
      throw InvalidError.at('username', 'Enter your username or e-mail address.');
    }
    if (!(await this.throttle.countPasswordRequest(name, address))) return;
    const subject = language === undefined ? name : `${name}\n${language}`;
    await this.unitOfWork.run((transaction) => this.queue.enqueue(transaction, { name: JOB, subject }));
  }

  private async enqueueMails({ login, language }: PasswordRequest): Promise<void> {
    for (const user of await this.accounts.findActiveByLogin(login)) {
      await this.unitOfWork.run(async (transaction) => {
        if ((await this.mails.enqueueResetLink(transaction, { ...user, language })) === null) return;
        const metadata = { account: user.username, password_reset: 'requested' };
        await this.audit.recordAccountEvent(transaction, SERVICE, { action: 'update', metadata });
      });
    }
  }
}

function requestIn(subject: string): PasswordRequest {
  const [login = '', language] = subject.split('\n');
  return { login, language: isLanguage(language) ? language : undefined };
}
