import { mayDelete } from '../../domain/asset/bulk-action';
import type { InviteView } from '../../modules/asset/ownership/ownership.service';
import { doneNotice, emptyState, postButton, recordTable, timeText } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import { html, type Html } from '../page/html';
import { countText } from '../page/format-text';
import type { FormErrors, FormOutcome } from '../page/handle-form';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { timeLineChart } from '../chart/column-chart';
import {
  NONE_SHARED,
  viewsSome,
  type Project,
  viewsSubmissions,
  presentProjectPage,
  projectName,
  projectPath,
} from './project-head';
import { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Codename } from '../../domain/permission/codename';
import { readDataPage } from '../../domain/query/data-page';
import { PermissionService } from '../../modules/permission/permission.service';
import { type SubmissionPage, SubmissionService } from '../../modules/submission/read/submission.service';
import type { Actor } from '../../domain/account/actor';
import { recentDays, type RecentDays } from '../../domain/report/time-line';

interface SummaryView {
  readonly project: Project;
  /** Undefined for a draft, and for a visitor who may view no submissions. */
  readonly activity: SubmissionActivity | undefined;
  /** By which the owner offers the project to another user. */
  readonly offer: InviteView | undefined;
}

const DONE = {
  archived: 'The project was archived: it accepts no submissions, and its data stays.',
  activated: 'The project accepts submissions again.',
  withdrawn: 'The offer was withdrawn.',
  offered: 'The project was offered. It changes its owner when the other user accepts.',
};

export function presentSummary(
  visitor: Visitor,
  { project, activity, offer }: SummaryView,
  { query, errors }: FormOutcome,
) {
  const body = html`${doneNotice(query, DONE)} ${formErrorMessage(errors)}
    <div class="columns aside">
      <div>
        ${nextStep(visitor, project, activity)} ${changedForm(project)}
        ${activity !== undefined && activity.total > 0 && activitySection(project, activity)}
      </div>
      <div>
        ${facts(visitor, project, offer)} ${manageSection(visitor, { project, activity, offer }, errors)}
      </div>
    </div>`;
  return presentProjectPage(visitor, project, {
    tab: 'summary',
    body,
    errors,
  });
}

/** Suggests the next step while there are no submissions. */
function nextStep(visitor: Visitor, project: Project, activity: SubmissionActivity | undefined): Html {
  const { uid, held, deployment } = project;
  if (deployment === 'draft') {
    return emptyState({
      title: 'The form is a draft',
      text: 'Deploy it to collect data. You can still change it afterwards.',
      actions: html`${
          held.has('change_asset') && postButton(visitor, projectPath(uid, 'deploy/'), { label: 'Deploy' })
        }<a class="button quiet" href="${projectPath(uid, 'form/')}">See the form</a>`,
    });
  }
  if (activity === undefined || activity.total > 0 || deployment !== 'deployed') return html``;
  if (viewsSome(project)) return emptyState(NONE_SHARED);
  return emptyState({
    title: 'No submissions yet',
    text: 'Fill in the form in a browser, or set up the app on a phone.',
    actions: html`<a class="button" href="${projectPath(uid, 'collect/')}">Collect data</a>`,
  });
}

/** Collectors do not have the last change yet. */
function changedForm({ uid, deployment, deployedVersionUid, versionUid }: Project): Html {
  if (deployment !== 'deployed' || deployedVersionUid === versionUid) return html``;
  return html`<p class="notice">
    The form was changed after it was deployed.
    <a href="${projectPath(uid, 'form/')}">See what collectors don’t have yet</a>
  </p>`;
}

function activitySection({ uid, held }: Project, { total, recent, latest }: SubmissionActivity): Html {
  return html`<section class="sheet" aria-labelledby="submissions">
      <h2 id="submissions">
        ${countText(total)}
        ${total === 1 ? 'submission' : 'submissions'}${!held.has('view_submissions') && ' that you may view'}
      </h2>
      <dl class="figures">
        ${[
          ['Today', recent.today],
          ['Last 7 days', recent.week],
          ['Last 30 days', recent.month],
        ].map(
          ([name, submissions]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${countText(Number(submissions))}</dd>
            </div>`,
        )}
      </dl>
      <figure>${timeLineChart('time-line', 'Submissions', recent.days)}</figure>
      <p class="hint">At most a year, by day in UTC.</p>
    </section>
    ${recordTable({
      caption: 'Last submissions',
      columns: ['Last submissions', 'Sent by'],
      rows: latest.map((each) => [
        html`<a class="name" href="${projectPath(uid, `data/${each._id}/`)}"
          >${timeText(new Date(each._submission_time))}</a
        >`,
        each._submitted_by ?? html`<span class="soft">without an account</span>`,
      ]),
    })}`;
}

function facts(visitor: Visitor, project: Project, offer: InviteView | undefined): Html {
  const { ownerUsername, dateCreated, dateModified, dateDeployed } = project;
  return html`<section class="sheet" aria-labelledby="facts">
    <h2 id="facts">Project</h2>
    <dl>
      <dt>Owner</dt>
      <dd>${ownerUsername}</dd>
      <dt>Created</dt>
      <dd>${timeText(dateCreated)}</dd>
      <dt>Last change</dt>
      <dd>${timeText(dateModified)}</dd>
      <dt>Deployed</dt>
      <dd>${dateDeployed === null ? 'never' : timeText(dateDeployed)}</dd>
    </dl>
    ${
      offer !== undefined &&
      html`<div class="caution">
        <p>Offered to ${offer.recipient}. The project changes its owner when the offer is accepted.</p>
        ${postButton(visitor, `/projects/invites/${offer.uid}/`, {
          label: 'Withdraw the offer',
          style: 'quiet',
          fields: { response: 'cancelled' },
        })}
      </div>`
    }
  </section>`;
}

function manageSection(
  visitor: Visitor,
  { project, offer }: SummaryView,
  errors: FormErrors | undefined,
): Html {
  const { actor } = visitor;
  if (actor.kind !== 'user') return html``;
  const { uid, held, deployment, isOwner } = project;
  const changesActive = held.has('change_asset') && deployment !== 'draft';
  return html`<section class="sheet" aria-labelledby="manage">
    <h2 id="manage">Manage</h2>
    <div class="buttons">
      ${
        changesActive &&
        (deployment === 'deployed'
          ? postButton(visitor, projectPath(uid, 'archive/'), { label: 'Archive', style: 'quiet' })
          : postButton(visitor, projectPath(uid, 'activate/'), { label: 'Bring back', style: 'quiet' }))
      }
      ${postButton(visitor, '/projects/new/clone/', { label: 'Clone', style: 'quiet', fields: { source: uid } })}
    </div>
    ${isOwner && offer === undefined && transferForm(visitor, project, errors)}
    ${held.has('manage_asset') && mayDelete(actor, deletable(project)) && deleteForm(visitor, project, errors)}
  </section>`;
}

/** Whether there are submissions decides for its creator only; the service checks that again. */
function deletable({ ownerId, createdBy, active }: Project) {
  return { ownerId, createdBy, hasSubmissions: active !== null };
}

function transferForm(visitor: Visitor, { uid }: Project, errors: FormErrors | undefined): Html {
  return html`<details class="more" ${errors?.fields['recipient'] !== undefined && html` open`}>
    <summary>Transfer to another user …</summary>
    <form method="post" action="${projectPath(uid, 'transfer/')}">
      ${csrfField(visitor)}
      ${formField({ name: 'recipient', label: 'Username', autocomplete: 'off', hint: 'The other user decides whether to accept. You keep your permissions until they are revoked.' }, errors)}
      <div class="buttons"><button class="quiet">Offer the project</button></div>
    </form>
  </details>`;
}

function deleteForm(visitor: Visitor, project: Project, errors: FormErrors | undefined): Html {
  return html`<details class="confirm" ${errors?.fields['name'] !== undefined && html` open`}>
    <summary>Delete …</summary>
    <p>
      The form, its submissions and their files are
      deleted${viewsSubmissions(project) && html`. Download the data first if you still need it`}.
    </p>
    <form method="post" action="${projectPath(project.uid, 'delete/')}">
      ${csrfField(visitor)}
      ${formField({ name: 'name', label: 'Name of the project', autocomplete: 'off', hint: html`Type <strong dir="auto">${projectName(project)}</strong> to confirm.` }, errors)}
      <div class="buttons"><button class="danger">Delete the project</button></div>
    </form>
  </details>`;
}

export interface RecentSubmission {
  readonly _id: number;
  readonly _submission_time: string;
  readonly _submitted_by: string | null;
}

interface SubmissionActivity {
  readonly total: number;
  /** Of the last year. */
  readonly recent: RecentDays;
  /** Newest first. */
  readonly latest: readonly RecentSubmission[];
}

const DAYS = '365';
const LIMIT = 5;
const LATEST = { sort: '{"_id":-1}', fields: '["_id","_submission_time","_submitted_by"]' };

/** Reads when a project got submissions, of those that the visitor may view. */
@Injectable()
export class RecentSubmissions {
  constructor(
    private readonly permissions: PermissionService,
    private readonly submissions: SubmissionService,
  ) {}

  /** Undefined for a draft, and for a visitor who may view no submissions. */
  async of(
    actor: Actor,
    { assetUid }: Pick<AssetAccess<Codename>, 'assetUid'>,
    signal: AbortSignal,
  ): Promise<SubmissionActivity | undefined> {
    const access = await this.permissions.authorize(actor, assetUid, 'view_submissions');
    if (access === undefined) return undefined;
    const [{ total, daily }, page] = await Promise.all([
      this.submissions.counts(access, DAYS),
      this.submissions.page(access, readDataPage(LATEST, LIMIT), signal),
    ]);
    const days = Object.entries(daily)
      .map(([day, submissions]) => ({ day, submissions }))
      .sort((one, other) => (one.day < other.day ? -1 : 1));
    const recent = recentDays(days, new Date());
    return { total, recent, latest: await rowsOf<RecentSubmission>(page) };
  }
}

/** Collects the rows of a small page. */
async function rowsOf<Row>(page: SubmissionPage): Promise<Row[]> {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  await page.writeRows(sink, { head: '[', tail: ']' }, []);
  return JSON.parse(Buffer.concat(chunks).toString()) as Row[];
}
