import { OAUTH_SCOPES } from '../../domain/oauth/scope';
import type { AuthorizedApplication } from '../../modules/oauth/authorization.service';
import { confirmButton } from '../page/confirm-button';
import { html } from '../page/html';
import type { Visitor } from '../page/visitor';
import { presentAccountPage } from '../account/account-page';
import { SCOPE_DESCRIPTIONS } from './consent.page';

export function presentAuthorizedPage(visitor: Visitor, authorized: readonly AuthorizedApplication[]) {
  const entries = authorized.map(
    ({ clientId, name, scopes, firstAuthorized }) =>
      html`<li>
        <div>
          <strong>${name}</strong>
          <p class="hint">
            ${OAUTH_SCOPES.filter((scope) => scopes.includes(scope))
              .map((scope) => SCOPE_DESCRIPTIONS[scope])
              .join(' · ')}<br />Since ${firstAuthorized.toISOString().slice(0, 10)}
          </p>
        </div>
        ${confirmButton(visitor, `/o/authorized_tokens/${clientId}/delete/`, {
          label: 'Revoke access',
          subject: `of ${name}`,
          consequence: 'It ends at once. The application can ask for it again.',
        })}
      </li>`,
  );
  const body = html`<div class="sheet">
    <h2>Applications with access to your account</h2>
    ${
      entries.length === 0
        ? html`<p class="soft">
            No application has access. When one requests it, you can review the request and decide.
          </p>`
        : html`<p>These applications can act on your behalf. If you revoke access, it ends immediately.</p>
            <ul class="plain">
              ${entries}
            </ul>`
    }
  </div>`;
  return presentAccountPage(visitor, '/o/authorized_tokens/', { title: 'Authorized applications', body });
}
