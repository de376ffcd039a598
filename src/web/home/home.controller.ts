import { Get } from '@nestjs/common';
import { Public } from '../../authorization/policy';
import { presentRedirect, presentHtmlPage } from '../page/page';
import { PageController } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { html } from '../page/html';

@PageController('accounts/home')
export class HomeController {
  @Get()
  @Public()
  show(@CurrentVisitor() visitor: Visitor) {
    return visitor.actor.kind === 'user' ? presentRedirect('/projects/', [], 302) : presentHomePage(visitor);
  }
}

function presentHomePage(visitor: Visitor) {
  const { origin } = visitor;
  const body = html`<div class="sheet">
      <h1>Survey forms and the data collected with them</h1>
      <p>
        <a href="/accounts/login/">Sign in</a> to see your projects. The administrator of this service creates
        the accounts.
      </p>
    </div>
    <section class="sheet" aria-labelledby="phones">
      <h2 id="phones">Collect data on a phone</h2>
      <p>In KoboCollect or ODK Collect, add a server with this address and sign in with your account:</p>
      <code class="secret">${origin}</code>
      <p class="hint">For forms that need no account, use <code>${origin}/USERNAME</code>.</p>
    </section>
    <section class="sheet" aria-labelledby="programs">
      <h2 id="programs">Use the API</h2>
      <p>
        Scripts and tools for the KoboToolbox v2 API use the same address and your
        <a href="/token/">API token</a>. Read the documentation at <a href="/api/docs/">/api/docs/</a>, or
        browse the API at <a href="/api/v2/">/api/v2/</a>.
      </p>
    </section>`;
  return presentHtmlPage(visitor, { title: 'Welcome', body });
}
