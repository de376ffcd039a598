import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { SERVICE } from '../../domain/account/actor';
import { MAX_EMAIL_LENGTH } from '../../domain/account/email-rule';
import { InvalidError, NotFoundError } from '../../domain/errors';
import { JobQueue, JobRegistry } from '../../jobs/job-queue.port';
import { AuditService } from '../audit/audit.service';
import { AccountRepository } from './account.repository';
import { AccountMailService } from './account-mail.service';
import { SignInThrottleService } from './sign-in-throttle.service';

const JOB = 'password-resets.request';

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
    this.registry.register({ name: JOB, handle: (login) => this.enqueueMails(login) });
  }

  /**
   * @param login username or e-mail address, as typed
   * @param address undefined after the connection closed
   * @throws NotFoundError if this service sends no mail
   * @throws InvalidError by field
   * @throws TooManyRequestsError after too many requests from the address
   */
  async request(login: string, address: string | undefined): Promise<void> {
    if (!this.isAvailable) {
      throw new NotFoundError('This service sends no mail. Ask an administrator for a password reset link.');
    }
    const subject = login.trim().toLowerCase();
    if (subject === '' || subject.length > MAX_EMAIL_LENGTH) {
      throw InvalidError.at('username', 'Enter your username or e-mail address.');
    }
    if (!(await this.throttle.countPasswordRequest(subject, address))) return;
    await this.unitOfWork.run((transaction) => this.queue.enqueue(transaction, { name: JOB, subject }));
  }

  private async enqueueMails(login: string): Promise<void> {
    for (const user of await this.accounts.findActiveByLogin(login)) {
      await this.unitOfWork.run(async (transaction) => {
        if ((await this.mails.enqueueResetLink(transaction, user)) === null) return;
        const metadata = { account: user.username, password_reset: 'requested' };
        await this.audit.recordAccountEvent(transaction, SERVICE, { action: 'update', metadata });
      });
    }
  }
}
