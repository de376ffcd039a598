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
import { html, Html } from '../page/html';
import { countText } from '../page/format-text';
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

const ORDERS: readonly Option[] = [
  { value: '-date_modified', label: 'Last changed' },
  { value: 'name', label: 'Name' },
  { value: '-date_deployed', label: 'Last deployed' },
  { value: '_deployment_status,name', label: 'Status' },
  { value: 'owner__username,name', label: 'Owner' },
];

/** Search, status, order and page of the project list. Unknown values count as absent. */
interface ProjectListQuery {
  readonly search: string;
  readonly status: string;
  readonly order: string;
  readonly window: PageWindow;
}

export function readProjectListQuery(query: Sent): ProjectListQuery {
  return {
    search: textOf(query['q']).trim(),
    status: DEPLOYMENT_STATUSES.find((status) => status === query['status']) ?? '',
    order: ORDERS.find(({ value }) => value === query['order'])?.value ?? ORDERS[0]!.value,
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
    ...(order !== ORDERS[0]!.value && { order }),
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

const DONE = {
  deleted: 'The project was deleted.',
  accepted: 'The project is yours now.',
  declined: 'You declined the project.',
};

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
      html`${doneNotice(sent, DONE)} ${messages.map((message) => messageNotice(visitor, message))}
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
    title: 'Projects',
    section: 'projects',
    body: html`<div class="heading">
        <h1>Projects</h1>
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
          label: html`Close<span class="visually-hidden"> ${title}</span>`,
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
  const respond = (label: string, response: string, style?: 'quiet') =>
    postButton(visitor, `/projects/invites/${uid}/`, {
      label,
      fields: { response },
      ...(style !== undefined && { style }),
    });
  return html`<section class="caution" aria-label="Offer">
    <p>${sender} offers you ${names}, with all data.</p>
    <div class="buttons">${respond('Accept', 'accepted')} ${respond('Decline', 'declined', 'quiet')}</div>
  </section>`;
}

function newProjectButton(): Html {
  return html`<a class="button" href="/projects/new/">New project</a>`;
}

function firstSteps(): Html {
  return emptyState({
    title: 'No projects yet',
    text: 'A project is a form and the data collected with it. Create one from an XLSForm, an example or the library. Projects that others share with you appear here too.',
    actions: html`${newProjectButton()}
      <a class="button quiet" href="${movePath()}">Move from another server</a>`,
  });
}

function nothingFound({ search, status }: ProjectListQuery): Html {
  return emptyState({
    title: 'No project found',
    text: html`No project
    ${status !== '' && html`with status “${status}” `}${
      search !== '' && html`contains <q dir="auto">${search}</q>`
    }.`,
    actions: html`<a class="button quiet" href="${PATH}">Show all projects</a>`,
  });
}

function searchForm({ search, status, order }: ProjectListQuery, totals?: DeploymentCounts): Html {
  return html`<form class="search" method="get" action="${PATH}" role="search" aria-label="Projects">
    <div><label for="q">Search</label><input type="search" id="q" name="q" value="${search}" /></div>
    ${labelledSelect('status', 'Status', statusOptions(totals), status)}
    ${labelledSelect('order', 'Order by', ORDERS, order)}
    <button class="quiet">Show</button>
  </form>`;
}

function statusOptions(totals: DeploymentCounts | undefined): Option[] {
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${countText(count)})`;
  return [
    { value: '', label: counted('All', totals && totals.deployed + totals.draft + totals.archived) },
    { value: 'deployed', label: counted('Deployed', totals?.deployed) },
    { value: 'draft', label: counted('Draft', totals?.draft) },
    { value: 'archived', label: counted('Archived', totals?.archived) },
  ];
}

function projectTable(visitor: Visitor, { items, submissionCounts }: AssetPage): Html {
  return recordTable({
    caption: 'Projects',
    columns: ['Project', 'Status', figure('Submissions'), 'Last submission', 'Last change'],
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
        !isOwn && html`<div class="hint">shared by ${project.ownerUsername}</div>`
      }`,
    statusBadge(deploymentStatus(project)),
    isCounted ? countText(submissions) : '',
    isCounted && lastSubmitted !== null ? timeText(lastSubmitted) : '',
    timeText(project.dateModified),
  ];
}
