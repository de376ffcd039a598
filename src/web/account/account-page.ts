import { type HtmlPage, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { describeUserAgent } from '../../domain/account/browser-session';
import { sessionIdOf, type UserCredential } from '../../domain/account/credential';
import { badge, recordTable, timeText, whole, confirmButton } from '../page/components';
import { html, type Html } from '../page/html';

/** Pages of the account, shown as tabs. */
const ACCOUNT_TABS = [
  { path: '/account/', name: 'Profile' },
  { path: '/account/access/', name: 'Sessions and tokens' },
  { path: '/token/', name: 'API token' },
  { path: '/o/applications/', name: 'Applications' },
  { path: '/o/authorized_tokens/', name: 'Authorized applications' },
  { path: '/accounts/password/change/', name: 'Password' },
  { path: '/accounts/mfa/', name: 'Second factor' },
] as const;

type AccountPath = (typeof ACCOUNT_TABS)[number]['path'];

/** A page of the account, below its tabs. @param current path of its tab */
export function presentAccountPage(
  visitor: Visitor,
  current: AccountPath,
  page: Omit<HtmlPage, 'section' | 'head'>,
) {
  const head = { title: 'Account', tabs: ACCOUNT_TABS, current, label: 'Account' };
  return presentHtmlPage(visitor, { ...page, section: 'account', head });
}

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

/** Name that tells a credential from others of its kind; empty if nothing is known. */
function nameOf({ kind, name, agent }: UserCredential): string {
  if (kind !== 'session') return name;
  return agent === null ? '' : (describeUserAgent(agent) ?? '');
}

/** The header itself where it names no known browser. */
function originText({ agent, address }: UserCredential): Html {
  const isKnown = agent === null || describeUserAgent(agent) !== undefined;
  return html`${address !== null && html`<div class="hint">Signed in from <bdi>${address}</bdi></div>`}
  ${!isKnown && html`<div class="hint"><bdi>${agent}</bdi></div>`}`;
}

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
    columns: ['Credential', 'May', 'Since', 'Last used', 'Expires', whole()],
    rows: credentials.map((credential) => [
      credentialName(visitor, credential),
      credential.scopes.join(', '),
      timeText(credential.created),
      timeText(credential.lastUsed),
      timeText(credential.expires),
      html`<div class="buttons">
        ${confirmButton(visitor, revokePath(encodeURIComponent(credential.uid)), {
          label: 'Revoke',
          subject: `${KINDS[credential.kind]} ${nameOf(credential)}`.trim(),
          consequence: isCurrent(visitor, credential.uid)
            ? 'You are signed out of this browser.'
            : CONSEQUENCES[credential.kind],
        })}
      </div>`,
    ]),
  });
}

function credentialName(visitor: Visitor, credential: UserCredential): Html {
  const name = nameOf(credential);
  return html`<strong>${KINDS[credential.kind]}</strong>
    ${isCurrent(visitor, credential.uid) && badge('This browser', 'good')}
    ${name !== '' && html`<div dir="auto">${name}</div>`} ${originText(credential)}`;
}
