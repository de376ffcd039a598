import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '../../config/environment';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { writeConfirmationMail, writeEmailChangedMail } from '../../domain/account/email-change-mail';
import { canConfirmEmail } from '../../domain/account/email-rule';
import { JobQueue, JobRegistry } from '../../jobs/job-queue.port';
import { Mailer } from '../../mail/mailer.port';
import { AccountRepository } from './account.repository';
import { EmailChangeKeys } from './email-change-keys';
import { MAX_MAIL_ATTEMPTS } from './password-mail.service';

const CONFIRM_JOB = 'email-changes.mail';
const NOTE_JOB = 'email-changes.note';

/** User and address of a mail. */
interface Recipient {
  readonly id: number;
  readonly email: string;
}

/** Mails links that confirm an address, signed when they are sent, and notes to the address before. */
@Injectable()
export class EmailChangeMailService implements OnModuleInit {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly keys: EmailChangeKeys,
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
    this.registry.register({ name: CONFIRM_JOB, handle: (subject) => this.sendLink(recipientIn(subject)) });
    this.registry.register({ name: NOTE_JOB, handle: (subject) => this.sendNote(recipientIn(subject)) });
  }

  async enqueueLink(transaction: Transaction, recipient: Recipient): Promise<void> {
    await this.enqueue(transaction, CONFIRM_JOB, recipient);
  }

  /** Enqueues nothing if mail is off, or the account had no address. @param before address until now */
  async enqueueNote(transaction: Transaction, before: Recipient): Promise<void> {
    if (this.isAvailable && before.email !== '') await this.enqueue(transaction, NOTE_JOB, before);
  }

  private async enqueue(transaction: Transaction, name: string, { id, email }: Recipient): Promise<void> {
    await this.queue.enqueue(transaction, {
      name,
      subject: `${id} ${email}`,
      maxAttempts: MAX_MAIL_ATTEMPTS,
    });
  }

  /** Sends nothing if the address was confirmed, replaced or dropped since the mail was enqueued. */
  private async sendLink({ id, email }: Recipient): Promise<void> {
    const user = await this.accounts.findWithPasswordById(id);
    if (!canConfirmEmail(user) || user.unverifiedEmail !== email) return;
    const { key, expires } = this.keys.issue(user);
    const link = `${this.environment.PUBLIC_URL}/accounts/emails/confirm/${key}/`;
    await this.mailer.send({
      to: email,
      ...writeConfirmationMail({ username: user.username, link, expires }),
    });
  }

  private async sendNote({ id, email }: Recipient): Promise<void> {
    const user = await this.accounts.findById(id);
    const { PUBLIC_URL: url } = this.environment;
    if (user === null || url === undefined) return;
    await this.mailer.send({ to: email, ...writeEmailChangedMail(user.username, new URL(url).origin) });
  }
}

function recipientIn(subject: string): Recipient {
  const [id = '', email = ''] = subject.split(' ');
  return { id: Number(id), email };
}
