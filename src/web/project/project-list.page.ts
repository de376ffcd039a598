import {
  type AssetSubmissionCount,
  deploymentStatus,
  DEPLOYMENT_STATUSES,
} from '../../domain/asset/asset-status';
import type {
  AssetPage,
  DeploymentCounts,
  AssetFilter,
  AssetListing,
} from '../../modules/asset/asset-list.service';
import type { AssetView } from '../../modules/asset/asset-view.service';
import type { InAppMessage } from '../../modules/account/message/in-app-message.service';
import type { InviteView } from '../../modules/asset/ownership/ownership.service';
import { type Text, t } from '../../language/message';
import { html, Html, type HtmlValue, richText } from '../page/html';
import { countText, joinedText } from '../../language/format';
import {
  doneNotice,
  emptyState,
  pager,
  postButton,
  recordTable,
  timeText,
  errorNotice,
  figure,
} from '../page/components';
import { type Option, labelledSelect } from '../page/form-field';
import { type FormErrors, type Sent, textOf, readStart } from '../page/handle-form';
import { type HtmlPage, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { movePath } from './move-form.page';
import { projectName, projectPath, statusBadge } from './project-head';
import type { PageWindow } from '../../domain/page';
import { readAssetOrder } from '../../domain/query/asset-field';

export const PROJECTS_PER_PAGE = 50;

const orders = (): readonly Option[] => [
  { value: '-date_modified', label: t('Last changed') },
  { value: 'name', label: t('Name') },
  { value: '-date_deployed', label: t('Last deployed') },
  { value: '_deployment_status,name', label: t('Status') },
  { value: 'owner__username,name', label: t('Owner') },
];

/** Search, status, order and page of the project list. Unknown values count as absent. */
export interface ProjectListQuery {
  readonly search: string;
  readonly status: string;
  readonly order: string;
  readonly window: PageWindow;
}

export function readProjectListQuery(query: Sent): ProjectListQuery {
  return {
    search: textOf(query['q']).trim(),
    status: DEPLOYMENT_STATUSES.find((status) => status === query['status']) ?? '',
    order: orders().find(({ value }) => value === query['order'])?.value ?? orders()[0]!.value,
    window: { limit: PROJECTS_PER_PAGE, start: readStart(query) },
  };
}

/** The list in terms of the API: a search with the status as one more term. */
export function projectFilter({ search, status }: ProjectListQuery): AssetFilter {
  const terms = [search && `(${search})`, status && `_deployment_status:${status}`].filter(Boolean);
  return {
    scope: 'listed',
    assetType: 'survey',
    ...(terms.length > 0 && { search: terms.join(' AND ') }),
  };
}

export function projectListing({ order }: ProjectListQuery): AssetListing {
  return { order: readAssetOrder(order, false), ownAssignmentsOnly: true, metadata: false };
}

/** Parameters of the list's links; defaults are left out. */
function queryParameters({ search, status, order }: ProjectListQuery): Record<string, string> {
  return {
    ...(search !== '' && { q: search }),
    ...(status !== '' && { status }),
    ...(order !== orders()[0]!.value && { order }),
  };
}

const PATH = '/projects/';

interface ProjectList {
  readonly page: AssetPage;
  /** Of all projects, not only those found. */
  readonly totals: DeploymentCounts;
  /** Offers of projects that wait for the visitor. */
  readonly offers: readonly InviteView[];
  /** Messages of the operator that the visitor has not closed. */
  readonly messages: readonly InAppMessage[];
  readonly sent: Sent;
}

const doneTexts = () => ({
  deleted: t('The project was deleted.'),
  accepted: t('The project is yours now.'),
  declined: t('You declined the project.'),
  ended: t('The offer was withdrawn, or answered already. Nothing was changed.'),
  left: t('You left the project.'),
});

export function presentProjectList(
  visitor: Visitor,
  query: ProjectListQuery,
  { page, totals, offers, messages, sent }: ProjectList,
) {
  const all = totals.deployed + totals.draft + totals.archived;
  const body =
    all === 0
      ? firstSteps()
      : html`${searchForm(query, totals)}
        ${
          page.items.length === 0
            ? nothingFound(query)
            : html`${projectTable(visitor, page)}
              ${pager(PATH, queryParameters(query), { ...query.window, count: page.count })}`
        }`;
  return presentHtmlPage(
    visitor,
    listPage(
      html`${doneNotice(sent, doneTexts())} ${messages.map((message) => messageNotice(visitor, message))}
      ${offers.map((offer) => offerNotice(visitor, offer))} ${body}`,
    ),
  );
}

/** A search that the API refuses, such as one of two letters. */
export function presentInvalidSearch(visitor: Visitor, query: ProjectListQuery, errors: FormErrors) {
  const body = html`${searchForm(query)} ${errorNotice(errors)}`;
  return presentHtmlPage(visitor, { ...listPage(body), errors });
}

function listPage(body: Html): HtmlPage {
  return {
    title: t('Projects'),
    section: 'projects',
    body: html`<div class="heading">
        <h1>${t('Projects')}</h1>
        ${newProjectButton()}
      </div>
      ${body}`,
  };
}

/** The text is rendered from Markdown, without any markup of its own. */
function messageNotice(
  visitor: Visitor,
  { uid, title, html: rendered, alwaysDisplayAsNew }: InAppMessage,
): Html {
  return html`<section class="caution" aria-label="${title}">
    <h2 dir="auto">${title}</h2>
    <div dir="auto">${new Html(rendered.body)}</div>
    ${
      !alwaysDisplayAsNew &&
      html`<div class="buttons">
        ${postButton(visitor, `/projects/messages/${uid}/`, {
          label: richText(
            'Close<span> {title}</span>',
            { span: (text) => html`<span class="visually-hidden">${text}</span>` },
            { title },
          ),
          style: 'quiet',
        })}
      </div>`
    }
  </section>`;
}

function offerNotice(visitor: Visitor, { uid, sender, transfers }: InviteView): Html {
  const names = transfers.map(
    ({ assetName, assetUid }, index) =>
      html`${index > 0 && ', '}<strong dir="auto"
          >${projectName({ name: assetName, uid: assetUid })}</strong
        >`,
  );
  const respond = (label: Text, response: string, style?: 'quiet') =>
    postButton(visitor, `/projects/invites/${uid}/`, {
      label,
      fields: { response },
      ...(style !== undefined && { style }),
    });
  return html`<section class="caution" aria-label="${t('Offer')}">
    <p>${richText('{sender} offers you {names}, with all data.', {}, { sender, names: html`${names}` })}</p>
    <div class="buttons">
      ${respond(t('Accept'), 'accepted')} ${respond(t('Decline'), 'declined', 'quiet')}
    </div>
  </section>`;
}

function newProjectButton(): Html {
  return html`<a class="button" href="/projects/new/">${t('New project')}</a>`;
}

function firstSteps(): Html {
  return emptyState({
    title: t('No projects yet'),
    text: t(
      'A project is a form and the data collected with it. Create one from an XLSForm, an example or the library. Projects that others share with you appear here too.',
    ),
    actions: html`${newProjectButton()}
      <a class="button quiet" href="${movePath()}">${t('Move from another server')}</a>`,
  });
}

function nothingFound({ search, status }: ProjectListQuery): Html {
  return emptyState({
    title: t('No project found'),
    text: nothingFoundText(search, statusNames()[status]),
    actions: html`<a class="button quiet" href="${PATH}">${t('Show all projects')}</a>`,
  });
}

/** @param status empty for any */
function nothingFoundText(search: string, status: Text | undefined): HtmlValue {
  const elements = { q: (text: HtmlValue) => html`<q dir="auto">${text}</q>` };
  if (status === undefined) return richText('No project contains <q>{search}</q>.', elements, { search });
  return search === ''
    ? t('No project with status “{status}”.', { status })
    : richText('No project with status “{status}” contains <q>{search}</q>.', elements, { status, search });
}

const statusNames = (): Readonly<Record<string, Text>> => ({
  deployed: t('deployed'),
  draft: t('draft'),
  archived: t('archived'),
});

function searchForm({ search, status, order }: ProjectListQuery, totals?: DeploymentCounts): Html {
  return html`<form class="search" method="get" action="${PATH}" role="search" aria-label="${t('Projects')}">
    <div><label for="q">${t('Search')}</label><input type="search" id="q" name="q" value="${search}" /></div>
    ${labelledSelect('status', t('Status'), statusOptions(totals), status)}
    ${labelledSelect('order', t('Order by'), orders(), order)}
    <button class="quiet">${t('Show')}</button>
  </form>`;
}

function statusOptions(totals: DeploymentCounts | undefined): Option[] {
  const counted = (label: Text, count: number | undefined): Text =>
    count === undefined ? label : joinedText([label, ' (', countText(count), ')'], '');
  return [
    { value: '', label: counted(t('All'), totals && totals.deployed + totals.draft + totals.archived) },
    { value: 'deployed', label: counted(t('Deployed'), totals?.deployed) },
    { value: 'draft', label: counted(t('Draft'), totals?.draft) },
    { value: 'archived', label: counted(t('Archived'), totals?.archived) },
  ];
}

function projectTable(visitor: Visitor, { items, submissionCounts }: AssetPage): Html {
  return recordTable({
    caption: t('Projects'),
    columns: [t('Project'), t('Status'), figure(t('Submissions')), t('Last submission'), t('Last change')],
    rows: items.map((project) => projectRow(visitor, project, submissionCounts.of(project.id))),
  });
}

function projectRow(
  { actor }: Visitor,
  project: AssetView,
  { submissions, lastSubmitted }: AssetSubmissionCount,
) {
  const isOwn = actor.kind === 'user' && actor.id === project.ownerId;
  const isCounted = project.held.has('view_submissions') && project.active !== null;
  return [
    html`<a class="name" dir="auto" href="${projectPath(project.uid)}">${projectName(project)}</a>${
        !isOwn &&
        html`<div class="hint">
          ${t('shared by {ownerUsername}', { ownerUsername: project.ownerUsername })}
        </div>`
      }`,
    statusBadge(deploymentStatus(project)),
    isCounted ? countText(submissions) : '',
    isCounted && lastSubmitted !== null ? timeText(lastSubmitted) : '',
    timeText(project.dateModified),
  ];
}
