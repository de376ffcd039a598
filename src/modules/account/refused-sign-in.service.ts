import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import type { Account } from './account.service';

export type RefusalReason =
  | 'wrong password'
  | 'no such user'
  | 'account not active'
  | 'too many failures'
  | 'wrong code'
  | 'second factor missing';

export interface RefusedSignIn {
  readonly reason: RefusalReason;
  /** Null for an unknown username. */
  readonly user: Pick<Account, 'id' | 'username'> | null;
  /** Undefined after the connection closed. */
  readonly address: string | undefined;
}

/** Logs and audits refused sign-ins. */
@Injectable()
export class RefusedSignInService {
  private readonly logger = new Logger('sign-in');

  constructor(private readonly audit: AuditService) {}

  /**
   * Omits unknown usernames, which may be passwords typed into the wrong field. Refusals decided from the cache of the
   * throttle are not reported, so that a flood cannot fill the log.
   */
  async report({ reason, user, address }: RefusedSignIn): Promise<void> {
    const account = user === null ? {} : { userId: user.id, username: user.username };
    this.logger.warn({ event: 'sign-in refused', reason, ...account, address }, 'Sign-in refused.');
    await this.audit.recordSignIn({ account: user, refused: reason, address });
  }
}
