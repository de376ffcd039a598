import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import type { Account } from './account.service';

/** Why somebody with a name and a password was not let in. */
export type RefusalReason = 'wrong password' | 'no such user' | 'account not active' | 'too many failures';

export interface RefusedSignIn {
  readonly reason: RefusalReason;
  /** Whose account it would have been; null when nobody has the name that was sent. */
  readonly user: Pick<Account, 'id' | 'username'> | null;
  /** Of the client; undefined when the connection is gone. */
  readonly address: string | undefined;
}

/** The one place where a refused sign-in is told. */
@Injectable()
export class RefusedSignInService {
  private readonly logger = new Logger('sign-in');

  constructor(private readonly audit: AuditService) {}

  /**
   * Of a name that nobody has nothing is told but that it was one: people type passwords into the wrong field. Refusals
   * that this process decided from memory do not come here, so that nobody fills a log by asking on.
   */
  async tell({ reason, user, address }: RefusedSignIn): Promise<void> {
    const whose = user === null ? {} : { userId: user.id, username: user.username };
    this.logger.warn({ event: 'sign-in refused', reason, ...whose, address }, 'A sign-in was refused.');
    await this.audit.tellSignIn({ account: user, refused: reason, address });
  }
}
