import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '../../config/environment';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { writePasswordMail } from '../../domain/account/password-mail';
import { canResetPassword } from '../../domain/account/password-reset-rule';
import { JobQueue, JobRegistry } from '../../jobs/job-queue.port';
import { Mailer } from '../../mail/mailer.port';
import { AccountRepository, type UserWithPassword } from './account.repository';
import { PasswordResetKeys } from './password-reset-keys';

const JOB = 'password-resets.mail';
/** Over about three hours, during which the SMTP server may be down. */
export const MAX_MAIL_ATTEMPTS = 10;

/** Mails password reset links. The job holds the user id; the link is signed when it is sent, and stored nowhere. */
@Injectable()
export class PasswordMailService implements OnModuleInit {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly keys: PasswordResetKeys,
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
    this.registry.register({ name: JOB, handle: (id) => this.send(Number(id)) });
  }

  /** Enqueues a mail with a link. @returns its address, or null if mail is off or the account has none */
  async enqueue(transaction: Transaction, { id, email }: UserWithPassword): Promise<string | null> {
    if (!this.isAvailable || email === '') return null;
    await this.queue.enqueue(transaction, { name: JOB, subject: String(id), maxAttempts: MAX_MAIL_ATTEMPTS });
    return email;
  }

  /** Sends nothing if the account was deactivated, or lost its address, since the mail was enqueued. */
  private async send(id: number): Promise<void> {
    const user = await this.accounts.findWithPasswordById(id);
    if (!canResetPassword(user) || user.email === '') return;
    const { key, expires } = this.keys.issue(user);
    const mail = writePasswordMail({
      username: user.username,
      link: `${this.environment.PUBLIC_URL}/accounts/password/reset/${key}/`,
      expires,
      isInvite: user.lastLogin === null,
    });
    await this.mailer.send({ to: user.email, ...mail });
  }
}
