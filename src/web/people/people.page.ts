import { ANONYMOUS_USERNAME } from '../../domain/account/actor';
import type { Codename } from '../../domain/permission/codename';
import type {
  CollectorLink,
  CreatedCollectorLink,
} from '../../modules/account/credential/collector-link.service';
import type { Assignment } from '../../modules/permission/permission-assignment.service';
import { doneNotice, recordTable, timeText, whole, confirmButton } from '../page/components';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import type { FormErrors, FormOutcome, Sent } from '../page/handle-form';
import { html, type Html, richText } from '../page/html';
import { csrfField } from '../page/page';
import { type FormValues, saveLabel, stateField, staleValues } from '../page/stale-form';
import type { Visitor } from '../page/visitor';
import { type Project, presentProjectPage, projectPath } from '../project/project-head';
import { linkRevocation } from '../project/collect.page';
import { permissionText } from './permission-text';
import { type Text, t } from '../../language/message';

export interface People {
  readonly assignments: readonly Assignment[];
  /** Undefined for visitors who do not manage the project. */
  readonly links: readonly CollectorLink[] | undefined;
  /** Projects whose people can be copied; none for those who do not manage this one. */
  readonly sources: readonly { readonly uid: string; readonly name: string }[];
  /** Labels of questions, by path. */
  readonly labels: ReadonlyMap<string, string>;
}

const doneTexts = () => ({
  saved: t('The permissions were saved.'),
  copied: t('The people were copied from the other project.'),
  removed: t('The person was removed from the project.'),
  public: t('Public access was saved.'),
  revoked: t('The collector link was revoked. Submissions that were sent through it are kept.'),
});

export const publicPermissions = () =>
  [
    ['view_asset', t('See the project and its form')],
    ['view_submissions', t('See all submissions and download them')],
    ['add_submissions', t('Send submissions without an account')],
    ['discover_asset', t('Find the project in public lists')],
  ] as const;

export interface PeopleOutcome extends FormOutcome {
  /** Of a refused form of public access. */
  readonly chosen?: ReadonlySet<Codename> | undefined;
  /** As it was sent. */
  readonly body?: Sent | undefined;
}

export function presentPeople(visitor: Visitor, project: Project, people: People, outcome: PeopleOutcome) {
  const { query, errors } = outcome;
  const manages = project.held.has('manage_asset');
  const body = html`${doneNotice(query, doneTexts())}${formErrorMessage(errors)}
  ${manages && html`<div class="buttons"><a class="button" href="${peoplePath(project, 'add/')}">${t('Add a person')}</a></div>`}
  ${personTable(visitor, project, people)} ${leaveForm(visitor, project)}
  ${copySection(visitor, project, people, errors)}
  ${publicSection(visitor, project, people.assignments, outcome)}
  ${people.links !== undefined && linkSection(visitor, project, people.links, errors)}`;
  return presentProjectPage(visitor, project, {
    tab: 'people',
    body,
    errors,
  });
}

/** The only page that shows the key of a collector link. */
export function presentCreatedLink(visitor: Visitor, project: Project, link: CreatedCollectorLink) {
  const body = html`<section class="sheet">
    <h2 dir="auto">${link.name === '' ? t('New collector link') : link.name}</h2>
    <p class="notice">${t('This link is shown only once. Copy it now.')}</p>
    <code class="secret" id="link">${visitor.origin}/collector/${link.key}</code>
    <p class="hint" id="copy-status" role="status"></p>
    <p class="soft">
      ${t('Enter it as the server address in ODK Collect or KoboCollect, without username and password. Anyone who has the link can send submissions to this project.')}
    </p>
    <div class="buttons">
      <button type="button" data-copy="link" data-status="copy-status" hidden>${t('Copy the link')}</button>
      <a class="button quiet" href="${peoplePath(project)}">${t('Back to people')}</a>
    </div>
  </section>`;
  return presentProjectPage(visitor, project, {
    tab: 'people',
    title: t('New collector link'),
    body,
    status: 201,
  });
}

export function peoplePath({ uid }: Pick<Project, 'uid'>, below = ''): string {
  return projectPath(uid, `people/${below}`);
}

export function personPath(project: Pick<Project, 'uid'>, username: string, below = ''): string {
  return peoplePath(project, `person/${encodeURIComponent(username)}/${below}`);
}

function personTable(visitor: Visitor, project: Project, { assignments, labels }: People): Html {
  const manages = project.held.has('manage_asset');
  const usernames = [...new Set(assignments.map(({ username }) => username))].filter(
    (username) => username !== project.ownerUsername && username !== ANONYMOUS_USERNAME,
  );
  const rows = usernames.map((username) => {
    const held = assignments.filter((each) => each.username === username);
    return [
      html`<strong dir="auto">${username}</strong>`,
      permissionText(held, labels),
      manages &&
        html`<div class="buttons">
          <a class="button quiet" href="${personPath(project, username)}"
            >${richText('Change<span> permissions of {username}</span>', { span: (text) => html`<span class="visually-hidden">${text}</span>` }, { username })}</a
          >${confirmButton(visitor, personPath(project, username, 'remove/'), {
            label: t('Remove'),
            subject: username,
            consequence: t(
              'The person loses all permissions on this project. Submissions that were sent are kept.',
            ),
          })}
        </div>`,
    ];
  });
  const owner = [
    html`<strong dir="auto">${project.ownerUsername}</strong>`,
    t('Owns the project'),
    false as const,
  ];
  return recordTable({
    caption: t('People'),
    columns: [t('Person'), whole(t('May')), whole()],
    rows: [owner, ...rows],
  });
}

function copySection(
  visitor: Visitor,
  project: Project,
  { sources }: People,
  errors: FormErrors | undefined,
): Html {
  if (sources.length === 0) return html``;
  const options = sources.map(({ uid, name }) => ({ value: uid, label: name === '' ? uid : name }));
  return html`<details class="sheet" ${errors?.fields['source'] !== undefined && html` open`}>
    <summary>${t('Copy the people of another project')}</summary>
    <p class="soft">
      ${t('All people of this project are replaced by those of the other one, with their permissions. The owner stays.')}
    </p>
    <form method="post" action="${peoplePath(project, 'copy/')}">
      ${csrfField(visitor)}
      ${formField({ name: 'source', label: t('Project'), type: 'select', options: [{ value: '', label: '–' }, ...options], value: '' }, errors)}
      <div class="buttons"><button class="danger">${t('Replace the people')}</button></div>
    </form>
  </details>`;
}

function leaveForm(visitor: Visitor, project: Project): Html {
  if (project.isOwner || !project.hasOwnGrant) return html``;
  return confirmButton(visitor, peoplePath(project, 'leave/'), {
    label: t('Leave the project'),
    consequence: t('You lose all your permissions on it. Only its managers can give them back.'),
  });
}

/** Permissions of anonymous visitors. */
export function publicCodenames(assignments: readonly Assignment[]): Set<Codename> {
  return new Set(
    assignments.filter((each) => each.username === ANONYMOUS_USERNAME).map(({ codename }) => codename),
  );
}

/** Values of the form of public access, as people read them. */
export function publicValues(codenames: ReadonlySet<Codename>): FormValues {
  return publicPermissions().map(([codename, label]) => [
    label,
    codenames.has(codename) ? t('Yes') : t('No'),
  ]);
}

function publicSection(
  visitor: Visitor,
  project: Project,
  assignments: readonly Assignment[],
  { errors, chosen, body }: PeopleOutcome,
): Html {
  const held = publicCodenames(assignments);
  const checked = chosen ?? held;
  const refusal = chosen === undefined ? undefined : errors;
  const states = { stored: publicValues(held), entered: publicValues(checked) };
  const offered = publicPermissions().filter(
    ([codename]) =>
      (codename !== 'discover_asset' || held.has(codename)) &&
      (project.assetType === 'survey' || codename === 'view_asset' || codename === 'discover_asset'),
  );
  const content = project.held.has('manage_asset')
    ? html`<form method="post" action="${peoplePath(project, 'public/')}">
        ${csrfField(visitor)} ${stateField(states.stored, refusal, body)} ${staleValues(refusal, states)}
        <fieldset>
          <legend>${t('Anyone who knows the link of this project may')}</legend>
          ${offered.map(([codename, label]) =>
            choiceField('checkbox', { name: codename, value: 'yes', label, checked: checked.has(codename) }),
          )}
        </fieldset>
        <div class="buttons"><button>${saveLabel(refusal, t('Save public access'))}</button></div>
      </form>`
    : publicText(offered.filter(([codename]) => held.has(codename)).map(([, label]) => label));
  return html`<section class="sheet" aria-labelledby="public">
    <h2 id="public">${t('Share by link')}</h2>
    <p class="soft">${t('Without an account.')}</p>
    ${publicLinks(visitor, project, held)} ${content}
  </section>`;
}

/** The address that works for each thing that is public. */
function publicLinks({ origin }: Visitor, { uid, assetType }: Project, held: ReadonlySet<Codename>): Html {
  const seesProject = held.has('view_asset') || held.has('view_submissions');
  const links = [
    ...(seesProject ? [{ label: t('The project'), path: projectPath(uid) }] : []),
    ...(held.has('add_submissions') && assetType === 'survey'
      ? [{ label: t('The form, to send submissions'), path: `/web-forms/${uid}/` }]
      : []),
  ];
  return html`${links.map(({ label, path }) => html`<p>${label}: <code>${origin}${path}</code></p>`)}`;
}

function publicText(labels: readonly Text[]): Html {
  if (labels.length === 0) return html`<p>${t('Only the people above have access.')}</p>`;
  return html`<p>${t('Anyone who knows the link may:')}</p>
    <ul class="ticks">
      ${labels.map((label) => html`<li>${label}</li>`)}
    </ul>`;
}

function linkSection(
  visitor: Visitor,
  project: Project,
  links: readonly CollectorLink[],
  errors: FormErrors | undefined,
): Html {
  return html`<section aria-labelledby="links">
    <h2 id="links">${t('Collector links')}</h2>
    <p class="soft">
      ${t('A secret server address for ODK Collect and KoboCollect: anyone with it can send submissions to this project, and nothing else.')}
    </p>
    ${
      links.length > 0 &&
      recordTable({
        caption: t('Collector links'),
        columns: [t('Link'), t('Made by'), t('Made'), whole()],
        rows: links.map((link) => [
          html`<strong dir="auto">${link.name === '' ? link.uid : link.name}</strong>`,
          link.createdBy ?? '',
          timeText(link.dateCreated),
          html`<div class="buttons">
            ${confirmButton(visitor, peoplePath(project, `links/${link.uid}/revoke/`), {
              label: t('Revoke'),
              subject: link.name,
              consequence: linkRevocation(),
            })}
          </div>`,
        ]),
      })
    }
    <form class="sheet" method="post" action="${peoplePath(project, 'links/')}">
      ${csrfField(visitor)}
      ${formField({ name: 'name', label: t('Name of a new link'), hint: t('Such as the team that gets it.'), autocomplete: 'off' }, errors)}
      <div class="buttons"><button>${t('Make a link')}</button></div>
    </form>
  </section>`;
}
