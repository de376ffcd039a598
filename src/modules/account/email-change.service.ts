import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { SERVICE, type UserActor } from '../../domain/account/actor';
import { type BrowserSession, isFresh } from '../../domain/account/credential';
import { assertNewEmail, type EmailAddress, emailsOf } from '../../domain/account/email-rule';
import { InvalidError, NotFoundError, UnauthenticatedError } from '../../domain/errors';
import type { Language } from '../../language/language';
import { AuditService } from '../audit/audit.service';
import { AccountRepository } from './account.repository';
import { EmailChangeKeys, unusable } from './account-keys';
import { AccountMailService } from './account-mail.service';
import { PasswordService } from './password.service';
import { SignInThrottleService } from './sign-in-throttle.service';

/** An address that a link can confirm. */
export interface Confirmation {
  readonly username: string;
  readonly email: string;
}

export interface EmailChange {
  readonly email: string;
  readonly currentPassword: string | undefined;
}

export interface EmailChangeOrigin {
  readonly session: BrowserSession | undefined;
  /** Undefined after the connection closed. */
  readonly address: string | undefined;
  /** Of the page; undefined for the API. */
  readonly language?: Language;
}

/** Changes of e-mail addresses, confirmed by a link in a mail to the new address (decision 149). */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly keys: EmailChangeKeys,
    private readonly mails: AccountMailService,
    private readonly throttle: SignInThrottleService,
    private readonly passwords: PasswordService,
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditService,
  ) {}

  /** False if the operator set no SMTP server. */
  get isAvailable(): boolean {
    return this.mails.isAvailable;
  }

  /** The address of the account, then the one that waits for its confirmation. */
  async list(actor: UserActor): Promise<EmailAddress[]> {
    return emailsOf(await this.find(actor));
  }

  /** Whether a change needs the current password: not if it is the credential, or was just entered (decision 149). */
  needsPassword({ credential }: UserActor, session: BrowserSession | undefined): boolean {
    if (credential === 'basic') return false;
    return session === undefined || !isFresh(session, this.clock.now());
  }

  /**
   * Stores an address that replaces the present one once its link is opened, and mails the link. Other accounts may have
   * the address: a refusal would tell that one exists.
   * @throws NotFoundError if this service sends no mail
   * @throws InvalidError on the field `email` or `current_password`
   * @throws TooManyRequestsError after too many mails by the account or to the address
   */
  async request(
    actor: UserActor,
    { email, currentPassword }: EmailChange,
    { session, address, language }: EmailChangeOrigin,
  ): Promise<EmailAddress> {
    if (!this.isAvailable) {
      throw new NotFoundError('This service sends no mail. Ask an administrator to change your address.');
    }
    const { id, email: present } = await this.find(actor);
    if (currentPassword !== undefined || this.needsPassword(actor, session)) {
      await this.assertPassword(actor, currentPassword, address);
    }
    assertNewEmail(email, present);
    await this.throttle.countEmailChange(id, email);
    await this.unitOfWork.run(async (transaction) => {
      await this.accounts.update(transaction, id, { unverifiedEmail: email });
      await this.mails.enqueueConfirmationLink(transaction, { id, email, language });
      await this.record(transaction, actor, { email_change: 'requested', unverified_email: email });
    });
    return { email, isPrimary: false };
  }

  /** Drops the address that waits for its confirmation, if there is one. */
  async drop(actor: UserActor): Promise<void> {
    const { id, unverifiedEmail } = await this.find(actor);
    if (unverifiedEmail === null) return;
    await this.unitOfWork.run(async (transaction) => {
      await this.accounts.update(transaction, id, { unverifiedEmail: null });
      await this.record(transaction, actor, { email_change: 'dropped', unverified_email: unverifiedEmail });
    });
  }

  /** Account and address of a link. @throws InvalidError for a key that is malformed, expired, used or replaced */
  async findConfirmation(key: string): Promise<Confirmation> {
    const { username, unverifiedEmail } = await this.keys.find(key);
    return { username, email: unverifiedEmail };
  }

  /**
   * Makes the new address that of the account, and mails a note to the one before.
   * @throws InvalidError for a key that is malformed, expired, used or replaced
   */
  async confirm(key: string): Promise<Confirmation> {
    const { id, username, email: before, unverifiedEmail } = await this.keys.find(key);
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.accounts.confirmEmail(transaction, id, before, unverifiedEmail))) throw unusable();
      await this.mails.enqueueNote(transaction, { id, email: before });
      const email = { old: before, new: unverifiedEmail };
      const metadata = { account: username, email, email_change: 'confirmed' };
      await this.audit.recordAccountEvent(transaction, SERVICE, { action: 'update', metadata });
    });
    return { username, email: unverifiedEmail };
  }

  private async assertPassword(
    actor: UserActor,
    password: string | undefined,
    address: string | undefined,
  ): Promise<void> {
    if (password === undefined || password === '') {
      throw InvalidError.at('current_password', 'Enter your current password, or sign in again.');
    }
    const verified = await this.passwords.verify(actor.username, password, address);
    if (verified === undefined) throw InvalidError.at('current_password', 'Incorrect current password.');
    await this.passwords.recordSignIn(verified, address);
  }

  private async record(
    transaction: Transaction,
    actor: UserActor,
    change: Readonly<Record<string, string>>,
  ): Promise<void> {
    const metadata = { account: actor.username, ...change };
    await this.audit.recordAccountEvent(transaction, actor, { action: 'update', metadata });
  }

  private async find({ id }: UserActor) {
    const user = await this.accounts.findById(id);
    if (user === null) throw new UnauthenticatedError('User inactive or deleted.');
    return user;
  }
}
