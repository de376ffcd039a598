import { Get, Param } from '@nestjs/common';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import {
  AuthorizationService,
  type AuthorizedApplication,
} from '../../modules/account/oauth/authorization.service';
import { SINGLE_PAGE, presentRedirect } from '../page/page';
import { PageController, PostForm } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { OAUTH_SCOPES } from '../../domain/oauth/application';
import { confirmButton } from '../page/components';
import { html } from '../page/html';
import { presentAccountPage } from '../account/account-page';
import { joinedText } from '../../language/format';
import { scopeDescriptions } from './authorization-page.controller';
import { t } from '../../language/message';

@PageController('o/authorized_tokens')
export class AuthorizedPageController {
  constructor(private readonly authorizations: AuthorizationService) {}

  @Get()
  @OwnCredentials()
  async list(@CurrentVisitor() visitor: Visitor<UserActor>) {
    const { items } = await this.authorizations.listAuthorized(visitor.actor, SINGLE_PAGE);
    return presentAuthorizedPage(visitor, items);
  }

  @PostForm(':client/delete')
  @OwnCredentials()
  async revoke(@CurrentActor() actor: UserActor, @Param('client') clientId: string) {
    await this.authorizations.revoke(actor, clientId);
    return presentRedirect('/o/authorized_tokens/');
  }
}

function presentAuthorizedPage(visitor: Visitor, authorized: readonly AuthorizedApplication[]) {
  const entries = authorized.map(
    ({ clientId, name, scopes, firstAuthorized }) =>
      html`<li>
        <div>
          <strong>${name}</strong>
          <p class="hint">
            ${joinedText(
              OAUTH_SCOPES.filter((scope) => scopes.includes(scope)).map(
                (scope) => scopeDescriptions()[scope],
              ),
              ' · ',
            )}<br />${t('Since {day}', { day: firstAuthorized.toISOString().slice(0, 10) })}
          </p>
        </div>
        ${confirmButton(visitor, `/o/authorized_tokens/${clientId}/delete/`, {
          label: t('Revoke access'),
          subject: t('of {name}', { name }),
          consequence: t('It ends at once. The application can ask for it again.'),
        })}
      </li>`,
  );
  const body = html`<div class="sheet">
    <h2>${t('Applications with access to your account')}</h2>
    ${
      entries.length === 0
        ? html`<p class="soft">
            ${t('No application has access. When one requests it, you can review the request and decide.')}
          </p>`
        : html`<p>
              ${t('These applications can act on your behalf. If you revoke access, it ends immediately.')}
            </p>
            <ul class="plain">
              ${entries}
            </ul>`
    }
  </div>`;
  return presentAccountPage(visitor, '/o/authorized_tokens/', { title: t('Authorized applications'), body });
}
