import { OAUTH_SCOPES } from '../../domain/oauth/scope';
import type { AuthorizedApplication } from '../../modules/oauth/authorization.service';
import { html } from '../page/html';
import { formToken, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { SCOPE_SENTENCES } from './consent.page';

export function presentAuthorizedPage(visitor: Visitor, authorized: readonly AuthorizedApplication[]) {
  const entries = authorized.map(
    ({ clientId, name, scopes, firstAuthorized }) =>
      html`<li>
        <div>
          <strong>${name}</strong>
          <p class="hint">
            ${OAUTH_SCOPES.filter((scope) => scopes.includes(scope))
              .map((scope) => SCOPE_SENTENCES[scope])
              .join(' · ')}<br />Since ${firstAuthorized.toISOString().slice(0, 10)}
          </p>
        </div>
        <form method="post" action="/o/authorized_tokens/${clientId}/delete/">
          ${formToken(visitor)}<button class="danger" aria-label="Take back the access of ${name}">
            Take back
          </button>
        </form>
      </li>`,
  );
  const body = html`<div class="sheet">
    <h1>Applications with access to your account</h1>
    ${
      entries.length === 0
        ? html`<p class="soft">
            No application has access. When one asks for it, you will see what it wants and decide.
          </p>`
        : html`<p>You let these applications act as you. What you take back ends at once.</p>
            <ul class="plain">
              ${entries}
            </ul>`
    }
  </div>`;
  return presentHtmlPage(visitor, { title: 'Access', body, menu: '/o/authorized_tokens/' });
}
