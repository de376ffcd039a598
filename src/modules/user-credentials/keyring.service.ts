import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { type HeldCredential, sessionIdOf } from '../../domain/account/held-credential';
import { assertOwnCredential } from '../../domain/account/own-credential';
import { UID_PREFIX } from '../../domain/asset/uid';
import { NotFoundError } from '../../domain/errors';
import type { Page, PageWindow } from '../../domain/page';
import { CredentialHolders } from '../../events/credential-holder.port';
import { type Account, AccountService } from '../account/account.service';
import { AuditService } from '../audit/audit.service';
import { ApiTokenService } from '../credential/api-token.service';
import { CredentialService } from '../credential/credential.service';
import { AuthorizationService } from '../oauth/authorization.service';
import { SessionService } from '../session/session.service';
import { KeyringQuery } from './keyring.query';

/** All that a user can be entered with, for superusers: when somebody leaves, or a phone is lost. */
@Injectable()
export class KeyringService {
  constructor(
    private readonly keyrings: KeyringQuery,
    private readonly accounts: AccountService,
    private readonly credentials: CredentialService,
    private readonly tokens: ApiTokenService,
    private readonly sessions: SessionService,
    private readonly authorizations: AuthorizationService,
    private readonly holders: CredentialHolders,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /**
   * @throws DeniedError to a delegated credential (decision 23)
   * @throws NotFoundError for a name that nobody has
   */
  async list(actor: UserActor, username: string, window: PageWindow): Promise<Page<HeldCredential>> {
    const { id: userId } = await this.holderOf(actor, username);
    const [items, count] = await this.keyrings.list(userId, window, this.clock.now());
    return { count, items };
  }

  /**
   * Ends one of them at once, in every process.
   * @throws NotFoundError when the user holds no such one
   */
  async revoke(actor: UserActor, username: string, uid: string): Promise<void> {
    const holder = await this.holderOf(actor, username);
    const { id } = holder;
    const sessionId = sessionIdOf(uid);
    if (uid === 'default') await this.credentials.revokeDefaultToken(id, actor);
    else if (sessionId !== undefined) await this.sessions.endOf(id, sessionId);
    else if (uid.startsWith(UID_PREFIX.apiToken)) await this.tokens.revoke(actor, uid, holder);
    else await this.authorizations.withdraw({ id }, uid);
  }

  /** Ends all of them at once; the password goes on. */
  async revokeAll(actor: UserActor, username: string): Promise<void> {
    const { id: userId, username: account } = await this.holderOf(actor, username);
    await this.unitOfWork.run(async (transaction) => {
      await this.holders.endAll(transaction, { userId });
      const metadata = { account, credentials: 'all' };
      await this.audit.tellOfAccount(transaction, actor, { action: 'delete', metadata });
    });
  }

  private async holderOf(actor: UserActor, username: string): Promise<Account> {
    assertOwnCredential(actor);
    const account = await this.accounts.findByUsername(username);
    if (account === null) throw new NotFoundError();
    return account;
  }
}
