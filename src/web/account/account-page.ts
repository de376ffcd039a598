import { type HtmlPage, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { describeUserAgent, sessionIdOf, type UserCredential } from '../../domain/account/credential';
import { badge, recordTable, timeText, whole, confirmButton } from '../page/components';
import { html, type Html, richText } from '../page/html';
import { t, type Text } from '../../language/message';

/** Pages of the account, shown as tabs. */
const accountTabs = () =>
  [
    { path: '/account/', name: t('Profile') },
    { path: '/account/access/', name: t('Sessions and tokens') },
    { path: '/token/', name: t('API token') },
    { path: '/o/applications/', name: t('Applications') },
    { path: '/o/authorized_tokens/', name: t('Authorized applications') },
    { path: '/accounts/password/change/', name: t('Password') },
    { path: '/accounts/mfa/', name: t('Second factor') },
  ] as const;

type AccountPath = ReturnType<typeof accountTabs>[number]['path'];

/** A page of the account, below its tabs. @param current path of its tab */
export function presentAccountPage(
  visitor: Visitor,
  current: AccountPath,
  page: Omit<HtmlPage, 'section' | 'head'>,
) {
  const head = { title: t('Account'), tabs: accountTabs(), current, label: t('Account') };
  return presentHtmlPage(visitor, { ...page, section: 'account', head });
}

const kindNames = (): Readonly<Record<UserCredential['kind'], Text>> => ({
  'default-token': t('API token'),
  token: t('Personal access token'),
  session: t('Signed-in browser'),
  application: t('Application'),
});

const consequences = (): Readonly<Record<UserCredential['kind'], Text>> => ({
  'default-token': t('Programs that use it stop working. The next request for the API token makes another.'),
  token: t('Programs that use it stop working.'),
  session: t('The browser is signed out.'),
  application: t('Its access ends at once. It can ask for it again.'),
});

/** Name that tells a credential from others of its kind; empty if nothing is known. */
function nameOf({ kind, name, agent }: UserCredential): string {
  if (kind !== 'session') return name;
  return agent === null ? '' : (describeUserAgent(agent) ?? '');
}

/** The header itself where it names no known browser. */
function originText({ agent, address }: UserCredential): Html {
  const isKnown = agent === null || describeUserAgent(agent) !== undefined;
  return html`${address !== null && html`<div class="hint">${richText('Signed in from <bdi>{address}</bdi>', { bdi: (text) => html`<bdi>${text}</bdi>` }, { address })}</div>`}
  ${!isKnown && html`<div class="hint"><bdi>${agent}</bdi></div>`}`;
}

function isCurrent({ sessionId }: Visitor, uid: string): boolean {
  return sessionId !== undefined && sessionIdOf(uid) === sessionId;
}

/** In the words of the form of a token; `groups` of applications reads no data. */
function accessText(scopes: UserCredential['scopes']): Text {
  if (scopes.includes('write')) return t('Read and write');
  return scopes.includes('read') ? t('Read') : scopes.join(', ');
}

/** Credentials with a button to revoke each. @param revokePath by uid of the credential */
export function credentialTable(
  visitor: Visitor,
  credentials: readonly UserCredential[],
  revokePath: (uid: string) => string,
): Html {
  if (credentials.length === 0) return html`<p class="soft">${t('None.')}</p>`;
  return recordTable({
    caption: t('Sessions, tokens and applications'),
    columns: [t('Credential'), t('May'), t('Since'), t('Last used'), t('Expires'), whole()],
    rows: credentials.map((credential) => [
      credentialName(visitor, credential),
      accessText(credential.scopes),
      timeText(credential.created),
      timeText(credential.lastUsed),
      timeText(credential.expires),
      html`<div class="buttons">
        ${confirmButton(visitor, revokePath(encodeURIComponent(credential.uid)), {
          label: t('Revoke'),
          subject: subjectOf(credential),
          consequence: isCurrent(visitor, credential.uid)
            ? t('You are signed out of this browser.')
            : consequences()[credential.kind],
        })}
      </div>`,
    ]),
  });
}

function subjectOf(credential: UserCredential): Text {
  const [kind, name] = [kindNames()[credential.kind], nameOf(credential)];
  return name === '' ? kind : t('{kind} {name}', { kind, name });
}

function credentialName(visitor: Visitor, credential: UserCredential): Html {
  const name = nameOf(credential);
  return html`<strong>${kindNames()[credential.kind]}</strong>
    ${isCurrent(visitor, credential.uid) && badge(t('This browser'), 'good')}
    ${name !== '' && html`<div dir="auto">${name}</div>`} ${originText(credential)}`;
}
