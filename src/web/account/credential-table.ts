import type { UserCredential } from '../../domain/account/user-credential';
import { postButton, recordTable, timeText } from '../page/components';
import { html, type Html } from '../page/html';
import type { Visitor } from '../page/visitor';

const KINDS: Readonly<Record<UserCredential['kind'], string>> = {
  'default-token': 'API token',
  token: 'Personal access token',
  session: 'Signed-in browser',
  application: 'Application',
};

/** Credentials with a button to revoke each. @param revokePath by uid of the credential */
export function credentialTable(
  visitor: Visitor,
  credentials: readonly UserCredential[],
  revokePath: (uid: string) => string,
): Html {
  if (credentials.length === 0) return html`<p class="soft">None.</p>`;
  return recordTable({
    caption: 'Sessions, tokens and applications',
    columns: [
      { name: 'Credential' },
      { name: 'May' },
      { name: 'Made' },
      { name: 'Last used' },
      { name: 'Expires' },
      { name: '', kind: 'whole' },
    ],
    rows: credentials.map(({ kind, uid, name, scopes, created, lastUsed, expires }) => [
      html`<strong>${KINDS[kind]}</strong>
        ${name !== '' && html`<div class="hint" dir="auto">${name}</div>`}`,
      scopes.join(', '),
      timeText(created),
      timeText(lastUsed),
      timeText(expires),
      html`<div class="buttons">
        ${postButton(visitor, revokePath(encodeURIComponent(uid)), {
          label: html`Revoke<span class="visually-hidden"> ${KINDS[kind]} ${name}</span>`,
          style: 'danger',
        })}
      </div>`,
    ]),
  });
}
