import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { type UserActor, assertOwnCredential } from '../../../domain/account/actor';
import { type UserCredential, sessionIdOf } from '../../../domain/account/credential';
import { UID_PREFIX } from '../../../domain/asset/uid';
import { orNotFound } from '../../../domain/errors';
import type { Page, PageWindow } from '../../../domain/page';
import { CredentialSubscribers } from '../../../events/subscribers.port';
import { type Account, AccountService } from '../account.service';
import { AuditService } from '../../audit/audit.service';
import { ApiTokenService } from '../credential/api-token.service';
import { CredentialService } from '../credential/credential.service';
import { AuthorizationService } from '../oauth/authorization.service';
import { SessionService } from '../session/session.service';
import { UserCredentialsRepository } from '../credential/credential.repository';

@Injectable()
export class UserCredentialsService {
  constructor(
    private readonly userCredentials: UserCredentialsRepository,
    private readonly accounts: AccountService,
    private readonly credentials: CredentialService,
    private readonly tokens: ApiTokenService,
    private readonly sessions: SessionService,
    private readonly authorizations: AuthorizationService,
    private readonly subscribers: CredentialSubscribers,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /**
   * @throws DeniedError for a delegated credential (decision 23)
   * @throws NotFoundError for an unknown user
   */
  async list(actor: UserActor, username: string, window: PageWindow): Promise<Page<UserCredential>> {
    const { id: userId } = await this.findUser(actor, username);
    const [items, count] = await this.userCredentials.list(userId, window, this.clock.now());
    return { count, items };
  }

  /** @throws NotFoundError for an unknown user or credential */
  async revoke(actor: UserActor, username: string, uid: string): Promise<void> {
    const user = await this.findUser(actor, username);
    const { id } = user;
    const sessionId = sessionIdOf(uid);
    if (uid === 'default') await this.credentials.revokeDefaultToken(id, actor);
    else if (sessionId !== undefined) await this.sessions.revoke(id, sessionId);
    else if (uid.startsWith(UID_PREFIX.apiToken)) await this.tokens.revoke(actor, uid, user);
    else await this.authorizations.revoke({ id }, uid);
  }

  /** The password stays valid. */
  async revokeAll(actor: UserActor, username: string): Promise<void> {
    const { id: userId, username: account } = await this.findUser(actor, username);
    await this.unitOfWork.run(async (transaction) => {
      await this.subscribers.revokeAll(transaction, { userId });
      const metadata = { account, credentials: 'all' };
      await this.audit.recordAccountEvent(transaction, actor, { action: 'delete', metadata });
    });
  }

  private async findUser(actor: UserActor, username: string): Promise<Account> {
    assertOwnCredential(actor);
    return orNotFound(await this.accounts.findByUsername(username));
  }
}
