import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Language, isLanguage } from '../../language/language';
import { type Text, t, textIn } from '../../language/message';
import { Environment } from '../../config/environment';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { UserEntity } from '../../database/entities/user.entity';
import { canConfirmEmail } from '../../domain/account/email-rule';
import { canResetPassword } from '../../domain/account/password-rule';
import { JobQueue, JobRegistry } from '../../jobs/job-queue.port';
import { Mailer } from '../../mail/mailer.port';
import { AccountRepository } from './account.repository';
import { EmailChangeKeys, PasswordResetKeys } from './account-keys';

interface LinkMail {
  readonly username: string;
  /** Page that confirms the address or sets the password. */
  readonly link: string;
  readonly expires: Date;
  /** Of the account. */
  readonly language: Language;
}

interface MailText {
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** The mail to a new address, with the link that confirms it. */
function writeConfirmationMail({ username, link, expires, language }: LinkMail): MailText {
  const { origin, host } = new URL(link);
  return mailOf(language, t('Confirm your address at {host}', { host }), [
    t('This address was entered at {origin}/ as the new e-mail address of the account:', { origin }),
    '',
    `    ${username}`,
    '',
    t('Open this link and press the button to confirm it:'),
    '',
    link,
    '',
    onceUntil(expires),
    t('If you do not know the account, ignore this mail: nothing changes.'),
  ]);
}

/** The note to the address that an account had until now. @param origin of the service */
function writeEmailChangedMail(username: string, origin: string, language: Language): MailText {
  return mailOf(language, t('Your address at {host} was changed', { host: new URL(origin).host }), [
    t('The e-mail address of this account at {origin}/ was changed:', { origin }),
    '',
    `    ${username}`,
    '',
    t('Mails of the service, such as password reset links, go to the new address from now on.'),
    t('If you did not change it, change your password and ask an administrator to restore the address.'),
  ]);
}

/** The mail with a password reset link. @param isInvite the person has never signed in */
function writePasswordMail({ username, link, expires, language }: LinkMail, isInvite: boolean): MailText {
  const { origin, host } = new URL(link);
  const subject = isInvite ? t('Your account at {host}', { host }) : t('Password reset at {host}', { host });
  return mailOf(language, subject, [
    isInvite
      ? t('An account was made for you at {origin}/. Your username is:', { origin })
      : t('A new password was requested at {origin}/ for the account:', { origin }),
    '',
    `    ${username}`,
    '',
    t('Open this link to set the password:'),
    '',
    link,
    '',
    onceUntil(expires),
    ...(isInvite ? [] : [t('If you did not request it, ignore this mail: the password stays as it is.')]),
  ]);
}

function onceUntil(expires: Date): Text {
  return t('The link can be used once, until {until} UTC. Do not share it.', {
    until: expires.toISOString().slice(0, 16).replace('T', ' '),
  });
}

function mailOf(language: Language, subject: Text, lines: readonly Text[]): MailText {
  return {
    subject: textIn(language, subject),
    text: `${lines.map((line) => textIn(language, line)).join('\n')}\n`,
  };
}

const RESET_JOB = 'password-resets.mail';
const CONFIRM_JOB = 'email-changes.mail';
const NOTE_JOB = 'email-changes.note';
/** Over about three hours, during which the SMTP server may be down. */
const MAX_ATTEMPTS = 10;

/** User and address of a mail. */
interface Recipient {
  readonly id: number;
  readonly email: string;
  /** Of the page that asked for the mail; undefined if a program did. */
  readonly language?: Language | undefined;
}

/**
 * Mails links that reset a password or confirm an address, and notes to the address before. Jobs hold the user id and the
 * address; links are signed when they are sent, and stored nowhere.
 */
@Injectable()
export class AccountMailService implements OnModuleInit {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwordKeys: PasswordResetKeys,
    private readonly emailKeys: EmailChangeKeys,
    private readonly mailer: Mailer,
    private readonly queue: JobQueue,
    private readonly registry: JobRegistry,
    private readonly environment: Environment,
  ) {}

  /** False if the operator set no SMTP server. */
  get isAvailable(): boolean {
    return this.mailer.isConfigured;
  }

  onModuleInit(): void {
    this.registry.register({ name: RESET_JOB, handle: (to) => this.sendResetLink(resetIn(to)) });
    this.registry.register({ name: CONFIRM_JOB, handle: (to) => this.sendConfirmationLink(recipientIn(to)) });
    this.registry.register({ name: NOTE_JOB, handle: (to) => this.sendNote(recipientIn(to)) });
  }

  /** Enqueues a mail with a link. @returns its address, or null if mail is off or the account has none */
  async enqueueResetLink(
    transaction: Transaction,
    { id, email, language }: Recipient,
  ): Promise<string | null> {
    if (!this.isAvailable || email === '') return null;
    await this.enqueue(transaction, RESET_JOB, `${id} ${language ?? ''}`.trim());
    return email;
  }

  async enqueueConfirmationLink(transaction: Transaction, { id, email, language }: Recipient): Promise<void> {
    await this.enqueue(transaction, CONFIRM_JOB, `${id} ${email} ${language ?? ''}`.trim());
  }

  /** Enqueues nothing if mail is off, or the account had no address. @param before address until now */
  async enqueueNote(transaction: Transaction, { id, email: before }: Recipient): Promise<void> {
    if (this.isAvailable && before !== '') await this.enqueue(transaction, NOTE_JOB, `${id} ${before}`);
  }

  private async enqueue(transaction: Transaction, name: string, subject: string): Promise<void> {
    await this.queue.enqueue(transaction, { name, subject, maxAttempts: MAX_ATTEMPTS });
  }

  /** Sends nothing if the account was deactivated, or lost its address, since the mail was enqueued. */
  private async sendResetLink({ id, language }: Pick<Recipient, 'id' | 'language'>): Promise<void> {
    const user = await this.accounts.findWithPasswordById(id);
    if (!canResetPassword(user) || user.email === '') return;
    const { key, expires } = this.passwordKeys.issue(user);
    const link = `${this.environment.PUBLIC_URL}/accounts/password/reset/${key}/`;
    const { username, lastLogin } = user;
    const mail = writePasswordMail(
      { username, link, expires, language: languageOf(user, language) },
      lastLogin === null,
    );
    await this.mailer.send({ to: user.email, ...mail });
  }

  /** Sends nothing if the address was confirmed, replaced or dropped since the mail was enqueued. */
  private async sendConfirmationLink({ id, email, language }: Recipient): Promise<void> {
    const user = await this.accounts.findWithPasswordById(id);
    if (!canConfirmEmail(user) || user.unverifiedEmail !== email) return;
    const { key, expires } = this.emailKeys.issue(user);
    const link = `${this.environment.PUBLIC_URL}/accounts/emails/confirm/${key}/`;
    const mail = writeConfirmationMail({
      username: user.username,
      link,
      expires,
      language: languageOf(user, language),
    });
    await this.mailer.send({ to: email, ...mail });
  }

  private async sendNote({ id, email }: Recipient): Promise<void> {
    const user = await this.accounts.findById(id);
    const { PUBLIC_URL: url } = this.environment;
    if (user === null || url === undefined) return;
    const mail = writeEmailChangedMail(user.username, new URL(url).origin, languageOf(user));
    await this.mailer.send({ to: email, ...mail });
  }
}

/** That which the person chose, else that of the page that asked for the mail (decision 10). */
function languageOf(
  { extraDetails }: Pick<UserEntity, 'extraDetails'>,
  language: Language | undefined = 'en',
): Language {
  return readLanguage(extraDetails['language']) ?? language;
}

function readLanguage(text: unknown): Language | undefined {
  return isLanguage(text) ? text : undefined;
}

function recipientIn(subject: string): Recipient {
  const [id = '', email = '', language] = subject.split(' ');
  return { id: Number(id), email, language: readLanguage(language) };
}

function resetIn(subject: string): Pick<Recipient, 'id' | 'language'> {
  const [id = '', language] = subject.split(' ');
  return { id: Number(id), language: readLanguage(language) };
}
