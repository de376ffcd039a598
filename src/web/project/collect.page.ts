import { ANONYMOUS_USERNAME } from '../../domain/account/actor';
import type {
  CollectorLink,
  CreatedCollectorLink,
} from '../../modules/account/credential/collector-link.service';
import { Links } from '../../http/url/links';
import type { SubmitterCount } from '../../modules/submission/read/submission.service';
import {
  confirmButton,
  doneNotice,
  emptyState,
  needsScripts,
  recordTable,
  timeText,
  figure,
  qrCode,
} from '../page/components';
import { formErrorMessage, formField, labelledSelect } from '../page/form-field';
import { html, type Html, richText } from '../page/html';
import { countText } from '../../language/format';
import type { FormErrors, FormOutcome } from '../page/handle-form';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { type Project, viewsSubmissions, presentProjectPage, projectName, projectPath } from './project-head';
import { deflateSync } from 'node:zlib';
import { t } from '../../language/message';

export interface CollectView {
  readonly project: Project;
  /** User whose app the QR code configures. */
  readonly username: string | undefined;
  /** Undefined unless the visitor manages the project. */
  readonly links: readonly CollectorLink[] | undefined;
  /** Just created: the only time that its key is known. */
  readonly created: CreatedCollectorLink | undefined;
}

const doneTexts = () => ({ revoked: t('The collector link was revoked.') });

/** Consequence of revoking a collector link. */
export const linkRevocation = () =>
  t(
    'Devices that use the link can’t send any more, also what they have not sent yet. Submissions that were sent are kept.',
  );

export function presentCollect(visitor: Visitor, view: CollectView, { query, errors }: FormOutcome) {
  const { project } = view;
  const body =
    project.deployment === 'deployed'
      ? html`${doneNotice(query, doneTexts())} ${formErrorMessage(errors)} ${createdLink(visitor, view)}
          <div class="columns halves">${webForm(visitor, project)} ${apps(visitor, view)}</div>
          ${linkSection(visitor, view, errors)} ${senders(project)}`
      : html`${closed(project)} ${senders(project)}`;
  return presentProjectPage(visitor, project, {
    tab: 'collect',
    body,
    errors,
    // The page may contain the key of a collector link.
    ...(view.created !== undefined && { status: 201 }),
  });
}

function closed({ uid, deployment }: Project): Html {
  return emptyState({
    title: deployment === 'draft' ? t('The form is not deployed') : t('The project is archived'),
    text:
      deployment === 'draft'
        ? t('Deploy it, then people can fill it in here and in apps.')
        : t('It accepts no submissions until it is brought back.'),
    actions: html`<a class="button" href="${projectPath(uid, deployment === 'draft' ? 'form/' : '')}"
      >${deployment === 'draft' ? t('Go to the form') : t('Go to the summary')}</a
    >`,
  });
}

function webForm({ origin }: Visitor, project: Project): Html {
  const address = `${origin}/web-forms/${project.uid}/`;
  if (project.encrypted === true)
    return html`<section class="sheet" aria-labelledby="web">
      <h2 id="web">${t('In a browser')}</h2>
      <p>${t('Not possible: the form is encrypted, which browsers cannot do. Collect with the app.')}</p>
    </section>`;
  return html`<section class="sheet" aria-labelledby="web">
    <h2 id="web">${t('In a browser')}</h2>
    <p>
      ${
        isOpenToAll(project)
          ? t('Anyone with this address can fill in the form.')
          : t('People with an account that may add submissions sign in and fill in the form.')
      }
    </p>
    ${qrCode(address, t('QR code of the web form'))}
    <code class="secret" id="web-form">${address}</code>
    <p class="hint" id="copy-status" role="status"></p>
    <div class="buttons">
      <a class="button" href="/web-forms/${project.uid}/">${t('Open the form')}</a>
      <button type="button" class="quiet" data-copy="web-form" data-status="copy-status" hidden>
        ${t('Copy the address')}
      </button>
    </div>
    ${needsScripts(t('The form in a browser needs JavaScript. The apps and the API do not need it.'))}
    <ul class="ticks">
      <li><a href="/web-forms/${project.uid}/single/">${t('One submission per visit')}</a></li>
      <li>
        ${richText('<a>Without a connection</a>: open it once, then it works offline', { a: (text) => html`<a href="/web-forms/offline/${project.uid}/">${text}</a>` })}
      </li>
    </ul>
  </section>`;
}

function apps({ origin }: Visitor, { project, username, links }: CollectView): Html {
  return html`<section class="sheet" aria-labelledby="apps">
    <h2 id="apps">${t('With KoboCollect or ODK Collect')}</h2>
    ${origin.startsWith('http:') && unencryptedNotice(links !== undefined)}
    ${
      username === undefined
        ? html`<p>${t('Sign in to get a QR code that sets up the app.')}</p>`
        : html`<p>
              ${richText('In the app choose to add a project by QR code and scan this one. It sets up the server and the account <strong>{username}</strong>; the app asks for the password.', { strong: (text) => html`<strong>${text}</strong>` }, { username })}
            </p>
            ${qrCode(collectorSettingsCode({ serverUrl: origin, username, projectName: projectName(project) }), t('QR code that sets up the app for {username}', { username }))}
            ${userChoice(project, username)}`
    }
    <p class="hint">
      ${richText('Without the code: enter the server <code>{origin}</code> and your account.', { code: (text) => html`<code>${text}</code>` }, { origin })}
    </p>
  </section>`;
}

/** The apps answer a Basic challenge over HTTPS only (decision 23). */
function unencryptedNotice(hasLinks: boolean): Html {
  return html`<p class="notice">
    ${t('This server’s address begins with http://. The apps send a password to https:// addresses only, so they can’t sign in here.')}
    ${
      hasLinks
        ? richText('Use a <a>collector link</a>, which needs no account, or serve this address by HTTPS.', {
            a: (text) => html`<a href="#links">${text}</a>`,
          })
        : t('Ask who manages the project for a collector link, which needs no account.')
    }
  </p>`;
}

function userChoice({ uid, assignments }: Project, username: string): Html {
  const collectors = assignments
    .filter((each) => each.codename === 'add_submissions' && each.username !== ANONYMOUS_USERNAME)
    .map((each) => each.username);
  const names = [...new Set([username, ...collectors])].sort();
  if (names.length < 2) return html``;
  return html`<form method="get" action="${projectPath(uid, 'collect/')}" class="search">
    ${labelledSelect(
      'user',
      t('For the account'),
      names.map((name) => ({ value: name, label: name })),
      username,
    )}
    <button class="quiet">${t('Show')}</button>
  </form>`;
}

function createdLink({ origin }: Visitor, { project, created }: CollectView): Html {
  if (created === undefined) return html``;
  const links = new Links(origin);
  const serverUrl = links.collector(created.key);
  const title =
    created.name === ''
      ? t('QR code that sets up the app for the collector link')
      : t('QR code that sets up the app for {username}', { username: created.name });
  return html`<section class="sheet" aria-labelledby="created">
    <h2 id="created">${t('Collector link {name}', { name: created.name })}</h2>
    <p class="notice">${t('The link is shown only now. Print this page or copy the link.')}</p>
    ${qrCode(collectorSettingsCode({ serverUrl, projectName: projectName(project) }), title)}
    <code class="secret" id="collector-link">${serverUrl}</code>
    <p class="hint" id="link-status" role="status"></p>
    <div class="buttons">
      <button type="button" data-copy="collector-link" data-status="link-status" hidden>
        ${t('Copy the link')}
      </button>
    </div>
    ${project.encrypted !== true && linkInBrowser(links, created.key)}
  </section>`;
}

function linkInBrowser(links: Links, key: string): Html {
  return html`<p>${t('In a browser, also without an account:')}</p>
    <ul class="ticks">
      <li><a href="${links.collector(key)}/">${t('Web form')}</a></li>
      <li>
        ${richText('<a>Without a connection</a>: open it once, then it works offline', { a: (text) => html`<a href="${links.offlineCollector(key)}">${text}</a>` })}
      </li>
    </ul>`;
}

function linkSection(
  visitor: Visitor,
  { project, links }: CollectView,
  errors: FormErrors | undefined,
): Html {
  if (links === undefined) return html``;
  const path = projectPath(project.uid, 'collect/links/');
  return html`<section class="sheet" aria-labelledby="links">
    <h2 id="links">${t('Collector links')}</h2>
    <p>
      ${t('For people without an account: a link, as a QR code for the app, that may only submit to this project. Make one for each person or team, so that each can be revoked.')}
    </p>
    ${
      links.length > 0 &&
      html`<ul class="plain">
        ${links.map(
          ({ uid, name, createdBy, dateCreated }) =>
            html`<li>
              <span
                ><strong dir="auto">${name === '' ? uid : name}</strong>
                <span class="hint"
                  >${createdBy === null ? timeText(dateCreated) : richText('{time} by {createdBy}', {}, { time: timeText(dateCreated), createdBy })}</span
                ></span
              >
              ${confirmButton(visitor, `${path}${uid}/revoke/`, { label: t('Revoke'), subject: name, consequence: linkRevocation() })}
            </li>`,
        )}
      </ul>`
    }
    <form method="post" action="${path}">
      ${csrfField(visitor)}
      ${formField({ name: 'name', label: t('Name of the person or team'), optional: true, autocomplete: 'off' }, errors)}
      <div class="buttons"><button class="quiet">${t('Make a collector link')}</button></div>
    </form>
  </section>`;
}

function senders(project: Project): Html {
  if (project.active === null || !viewsSubmissions(project)) return html``;
  return html`<p>
    <a href="${projectPath(project.uid, 'collect/senders/')}">${t('Who sent how many submissions')}</a>
  </p>`;
}

function isOpenToAll({ assignments }: Project): boolean {
  return assignments.some(
    ({ username, codename }) => username === ANONYMOUS_USERNAME && codename === 'add_submissions',
  );
}

/** Counting reads all submissions, hence a page of its own. */
export function presentSenders(visitor: Visitor, project: Project, counts: readonly SubmitterCount[]) {
  const body =
    counts.length === 0
      ? emptyState({ title: t('No submissions yet'), text: t('Users appear here once they have sent some.') })
      : html`<h2>${t('Submissions by user')}</h2>
          ${recordTable({
            caption: t('Submissions by user'),
            columns: [t('User'), figure(t('Submissions')), t('Last submission')],
            rows: counts.map(({ username, submissions, lastSubmitted }) => [
              username ?? html`<span class="soft">${t('without an account')}</span>`,
              countText(submissions),
              timeText(lastSubmitted),
            ]),
          })}`;
  return presentProjectPage(visitor, project, { tab: 'collect', title: t('Submissions by user'), body });
}

export interface CollectorSettings {
  /** Server of the app: the origin, or the URL of a collector link. */
  readonly serverUrl: string;
  /** Undefined for a collector link, which needs no account. */
  readonly username?: string;
  readonly projectName: string;
}

/**
 * Settings as ODK Collect and KoboCollect read them from a QR code: JSON, zlib-deflated, in base64. Forms follow the
 * server's list. Passwords are never part of it: the app asks for it.
 */
export function collectorSettingsCode({ serverUrl, username, projectName }: CollectorSettings): string {
  const settings = {
    general: {
      server_url: serverUrl,
      ...(username !== undefined && { username }),
      form_update_mode: 'match_exactly',
    },
    admin: {},
    project: { name: projectName },
  };
  return deflateSync(JSON.stringify(settings)).toString('base64');
}
