import { Get } from '@nestjs/common';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { CredentialService, type DefaultToken } from '../../modules/account/credential/credential.service';
import { presentRedirect } from '../page/page';
import { PageController, PostForm } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { confirmButton } from '../page/components';
import { html, richText } from '../page/html';
import { presentAccountPage } from './account-page';
import { t } from '../../language/message';

@PageController('accounts/token')
export class TokenPageController {
  constructor(private readonly credentials: CredentialService) {}

  @Get()
  @OwnCredentials()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>) {
    return presentTokenPage(visitor, await this.credentials.defaultToken(visitor.actor.id, visitor.actor));
  }

  /** Revokes the token; the page that follows issues a new one. */
  @PostForm('renew')
  @OwnCredentials()
  async renew(@CurrentActor() actor: UserActor) {
    await this.credentials.revokeDefaultToken(actor.id, actor);
    return presentRedirect('/token/');
  }
}

/** Shows the default token of the user, to copy or renew it (kpi#7125). */
function presentTokenPage(visitor: Visitor, { key }: DefaultToken) {
  const body = html`<div class="sheet">
      <h2>${t('Your API token')}</h2>
      <p>
        ${t('Programs send it with every request and act on your behalf. Keep it secret, like your password.')}
      </p>
      <code class="secret" id="token">${key}</code>
      <p class="hint" id="copy-status" role="status"></p>
      <div class="buttons">
        <button type="button" data-copy="token" data-status="copy-status" hidden>${t('Copy')}</button>
      </div>
      ${confirmButton(visitor, '/accounts/token/renew/', {
        label: t('Renew the token'),
        consequence: t(
          'Renew it if someone else may have seen it. Programs that use the current token stop working until they get the new one.',
        ),
      })}
    </div>
    <section class="sheet" aria-labelledby="use">
      <h2 id="use">${t('How to use it')}</h2>
      <p>
        ${richText('Send it in the <code>Authorization</code> header:', { code: (text) => html`<code>${text}</code>` })}
      </p>
      <code class="secret">curl -H "Authorization: Token ${key}" ${visitor.origin}/api/v2/assets/</code>
      <p class="hint">
        ${richText('The API is documented at <docs>/api/docs/</docs>. If other people use your application too, <register>register it</register>, so that it requests access from each user.', { docs: (text) => html`<a href="/api/docs/">${text}</a>`, register: (text) => html`<a href="/o/applications/">${text}</a>` })}
      </p>
    </section>`;
  return presentAccountPage(visitor, '/token/', { title: t('Your API token'), body });
}
