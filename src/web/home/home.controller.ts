import { Get } from '@nestjs/common';
import { Public } from '../../authorization/policy';
import { PasswordRequestService } from '../../modules/account/password-reset.service';
import { DEFAULT_NEXT_PATH, signInForm } from '../account/sign-in.page';
import { presentRedirect, presentHtmlPage } from '../page/page';
import { PageController } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { html, type HtmlValue, richText } from '../page/html';
import { t } from '../../language/message';

@PageController('accounts/home')
export class HomeController {
  constructor(private readonly requests: PasswordRequestService) {}

  @Get()
  @Public()
  show(@CurrentVisitor() visitor: Visitor) {
    return visitor.actor.kind === 'user'
      ? presentRedirect('/projects/', [], 302)
      : presentHomePage(visitor, this.requests.isAvailable);
  }
}

function presentHomePage(visitor: Visitor, sendsMail: boolean) {
  const { origin } = visitor;
  const code = (text: HtmlValue) => html`<code>${text}</code>`;
  const linkTo = (path: string) => (text: HtmlValue) => html`<a href="${path}">${text}</a>`;
  const body = html`<h1>${t('Survey forms and the data collected with them')}</h1>
    <section class="sheet" aria-labelledby="sign-in">
      <h2 id="sign-in">${t('Sign in')}</h2>
      ${signInForm(visitor, { username: '', next: DEFAULT_NEXT_PATH }, { sendsMail, focuses: false })}
      <p class="hint">${t('The administrator of this service creates the accounts.')}</p>
    </section>
    <section class="sheet" aria-labelledby="phones">
      <h2 id="phones">${t('Collect data on a phone')}</h2>
      <p>
        ${t('In KoboCollect or ODK Collect, add a server with this address and sign in with your account:')}
      </p>
      <code class="secret">${origin}</code>
      <p class="hint">
        ${richText('For forms that need no account, use <code>{address}</code>.', { code }, { address: `${origin}/USERNAME` })}
      </p>
    </section>
    <section class="sheet" aria-labelledby="programs">
      <h2 id="programs">${t('Use the API')}</h2>
      <p>
        ${richText(
          'Scripts and tools for the KoboToolbox v2 API use the same address and your <token>API token</token>. Read the documentation at <docs>/api/docs/</docs>, or browse the API at <api>/api/v2/</api>.',
          { token: linkTo('/token/'), docs: linkTo('/api/docs/'), api: linkTo('/api/v2/') },
        )}
      </p>
    </section>`;
  return presentHtmlPage(visitor, { title: t('Welcome'), body, narrow: true });
}
