import { sessionIdOf, type UserCredential } from '../../domain/account/user-credential';
import { badge, recordTable, timeText } from '../page/components';
import { confirmButton } from '../page/confirm-button';
import { html, type Html } from '../page/html';
import type { Visitor } from '../page/visitor';

const KINDS: Readonly<Record<UserCredential['kind'], string>> = {
  'default-token': 'API token',
  token: 'Personal access token',
  session: 'Signed-in browser',
  application: 'Application',
};

const CONSEQUENCES: Readonly<Record<UserCredential['kind'], string>> = {
  'default-token': 'Programs that use it stop working. The next request for the API token makes another.',
  token: 'Programs that use it stop working.',
  session: 'The browser is signed out.',
  application: 'Its access ends at once. It can ask for it again.',
};

function isCurrent({ sessionId }: Visitor, uid: string): boolean {
  return sessionId !== undefined && sessionIdOf(uid) === sessionId;
}

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
      html`<strong>${KINDS[kind]}</strong> ${isCurrent(visitor, uid) && badge('This browser', 'good')}
        ${name !== '' && html`<div class="hint" dir="auto">${name}</div>`}`,
      scopes.join(', '),
      timeText(created),
      timeText(lastUsed),
      timeText(expires),
      html`<div class="buttons">
        ${confirmButton(visitor, revokePath(encodeURIComponent(uid)), {
          label: 'Revoke',
          subject: `${KINDS[kind]} ${name}`.trim(),
          consequence: isCurrent(visitor, uid) ? 'You are signed out of this browser.' : CONSEQUENCES[kind],
        })}
      </div>`,
    ]),
  });
}
