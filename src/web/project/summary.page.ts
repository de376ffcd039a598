import type { UsedList } from '../../modules/entity/entity-list.service';
import { mayDelete } from '../../domain/asset/bulk-action';
import type { InviteView } from '../../modules/asset/ownership/ownership.service';
import { doneNotice, emptyState, postButton, recordTable, timeText } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import { html, type Html, richText } from '../page/html';
import { countText } from '../../language/format';
import { type Text, t, textIn } from '../../language/message';
import type { FormErrors, FormOutcome } from '../page/handle-form';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { timeLineChart } from '../chart/column-chart';
import { dotMap } from '../chart/dot-map';
import { barChart } from '../chart/bar-chart';
import { LAST_PLACES, type SubmissionActivity } from './recent-submissions';
import {
  NONE_SHARED,
  viewsSome,
  type Project,
  viewsSubmissions,
  presentProjectPage,
  projectName,
  projectPath,
} from './project-head';

const MAX_SUBMITTERS = 5;

interface SummaryView {
  readonly project: Project;
  /** Undefined for a draft, and for a visitor who may view no submissions. */
  readonly activity: SubmissionActivity | undefined;
  /** By which the owner offers the project to another user. */
  readonly offer: InviteView | undefined;
  /** That the form saves to or reads. */
  readonly lists: readonly UsedList[];
}

const doneTexts = () => ({
  archived: t('The project was archived: it accepts no submissions, and its data stays.'),
  activated: t('The project accepts submissions again.'),
  withdrawn: t('The offer was withdrawn.'),
  offered: t('The project was offered. It changes its owner when the other user accepts.'),
});

export function presentSummary(
  visitor: Visitor,
  { project, activity, offer, lists }: SummaryView,
  { query, errors }: FormOutcome,
) {
  const body = html`${doneNotice(query, doneTexts())} ${formErrorMessage(errors)}
    <div class="columns aside">
      <div>
        ${nextStep(visitor, project, activity)} ${changedForm(project)}
        ${activity !== undefined && activity.total > 0 && activitySection(visitor, project, activity)}
      </div>
      <div>
        ${facts(visitor, project, offer)}
        ${manageSection(visitor, { project, activity, offer, lists }, errors)}
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
      title: t('The form is a draft'),
      text: t('Deploy it to collect data. You can still change it afterwards.'),
      actions: html`${
          held.has('change_asset') && postButton(visitor, projectPath(uid, 'deploy/'), { label: t('Deploy') })
        }<a class="button quiet" href="${projectPath(uid, 'form/')}">${t('See the form')}</a>`,
    });
  }
  if (activity === undefined || activity.total > 0 || deployment !== 'deployed') return html``;
  if (viewsSome(project)) return emptyState(NONE_SHARED);
  return emptyState({
    title: t('No submissions yet'),
    text: t('Fill in the form in a browser, or set up the app on a phone.'),
    actions: html`<a class="button" href="${projectPath(uid, 'collect/')}">${t('Collect data')}</a>`,
  });
}

/** Collectors do not have the last change yet. */
function changedForm({ uid, deployment, deployedVersionUid, versionUid }: Project): Html {
  if (deployment !== 'deployed' || deployedVersionUid === versionUid) return html``;
  return html`<p class="notice">
    ${t('The form was changed after it was deployed.')}
    <a href="${projectPath(uid, 'form/')}">${t('See what collectors don’t have yet')}</a>
  </p>`;
}

function activitySection(visitor: Visitor, project: Project, activity: SubmissionActivity): Html {
  const { uid, held } = project;
  const { total, recent, latest } = activity;
  const figures: readonly (readonly [name: Text, submissions: number])[] = [
    [t('Today'), recent.today],
    [t('Last 7 days'), recent.week],
    [t('Last 30 days'), recent.month],
  ];
  return html`<section class="sheet" aria-labelledby="submissions">
      <h2 id="submissions">
        ${
          held.has('view_submissions')
            ? t('{count, plural, one {# submission} other {# submissions}}', { count: total })
            : t(
                '{count, plural, one {# submission that you may view} other {# submissions that you may view}}',
                { count: total },
              )
        }
      </h2>
      <dl class="figures">
        ${figures.map(
          ([name, submissions]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${countText(submissions)}</dd>
            </div>`,
        )}
      </dl>
      <figure>${timeLineChart('time-line', t('Submissions'), recent.days)}</figure>
      <p class="hint" data-days-in="${visitor.zone.name}">
        ${t('At most a year, by day in the time zone {zone}.', { zone: visitor.zone.name })}
      </p>
    </section>
    <div class="overview">${submitterSection(visitor, activity)} ${placeSection(project, activity)}</div>
    ${recordTable({
      caption: t('Last submissions'),
      columns: [t('Last submissions'), t('Sent by')],
      rows: latest.map((each) => [
        html`<a class="name" href="${projectPath(uid, `data/${each.id}/`)}"
          >${timeText(new Date(`${each.submittedAt}Z`))}</a
        >`,
        each.submittedBy ?? html`<span class="soft">${t('without an account')}</span>`,
      ]),
    })}`;
}

/** Senders with the most submissions: who works, and who stopped. */
function submitterSection({ language }: Visitor, { total, submitters }: SubmissionActivity): Html {
  const bars = submitters.slice(0, MAX_SUBMITTERS).map(({ username, submissions }) => ({
    label: username ?? textIn(language, t('without an account')),
    count: submissions,
    parts: [],
  }));
  const [first] = bars;
  if (first === undefined) return html``;
  const texts = {
    id: 'submitters',
    title: t('Bar chart: submissions by sender'),
    description: t('{senders, plural, other {# senders}}. Most: {name}, {count}.', {
      senders: submitters.length,
      name: first.label,
      count: countText(first.count),
    }),
  };
  return html`<section class="sheet" aria-labelledby="senders">
    <h2 id="senders">${t('By whom')}</h2>
    <figure>${barChart(texts, bars, total)}</figure>
    ${
      submitters.length > bars.length &&
      html`<p class="hint">
        ${t('The {shown} who sent the most, of {all}.', { shown: bars.length, all: countText(submitters.length) })}
      </p>`
    }
  </section>`;
}

function placeSection({ uid }: Project, { places }: SubmissionActivity): Html {
  if (places === undefined || places.dots.length === 0) return html``;
  const { label, dots } = places;
  const texts = {
    id: 'places',
    title: t('Map: {title}', { title: label }),
    description: t('{count, plural, other {# places of the last submissions, north up.}}', {
      count: dots.length,
    }),
  };
  return html`<section class="sheet" aria-labelledby="where">
    <h2 id="where">${t('Where')}</h2>
    <figure>${dotMap(texts, dots)}</figure>
    <p class="hint">
      ${richText('<question>{label}</question>: the last {count} places.', { question: (text) => html`<span dir="auto">${text}</span>` }, { label, count: countText(Math.min(LAST_PLACES, dots.length)) })}
      <a href="${projectPath(uid, 'map/')}">${t('Open the map')}</a>
    </p>
  </section>`;
}

function facts(visitor: Visitor, project: Project, offer: InviteView | undefined): Html {
  const { ownerUsername, dateCreated, dateModified, dateDeployed } = project;
  return html`<section class="sheet" aria-labelledby="facts">
    <h2 id="facts">${t('Project')}</h2>
    <dl>
      <dt>${t('Owner')}</dt>
      <dd>${ownerUsername}</dd>
      <dt>${t('Created')}</dt>
      <dd>${timeText(dateCreated)}</dd>
      <dt>${t('Last change')}</dt>
      <dd>${timeText(dateModified)}</dd>
      <dt>${t('Deployed')}</dt>
      <dd>${dateDeployed === null ? t('never') : timeText(dateDeployed)}</dd>
    </dl>
    ${
      offer !== undefined &&
      html`<div class="caution">
        <p>
          ${t('Offered to {name}. The project changes its owner when the offer is accepted.', { name: offer.recipient })}
        </p>
        ${postButton(visitor, `/projects/invites/${offer.uid}/`, {
          label: t('Withdraw the offer'),
          style: 'quiet',
          fields: { response: 'cancelled' },
        })}
      </div>`
    }
  </section>`;
}

function manageSection(
  visitor: Visitor,
  { project, offer, lists }: SummaryView,
  errors: FormErrors | undefined,
): Html {
  const { actor } = visitor;
  if (actor.kind !== 'user') return html``;
  const { uid, held, deployment, isOwner } = project;
  const changesActive = held.has('change_asset') && deployment !== 'draft';
  return html`<section class="sheet" aria-labelledby="manage">
    <h2 id="manage">${t('Manage')}</h2>
    <div class="buttons">
      ${
        changesActive &&
        (deployment === 'deployed'
          ? postButton(visitor, projectPath(uid, 'archive/'), { label: t('Archive'), style: 'quiet' })
          : postButton(visitor, projectPath(uid, 'activate/'), { label: t('Bring back'), style: 'quiet' }))
      }
      ${postButton(visitor, '/projects/new/clone/', { label: t('Clone'), style: 'quiet', fields: { source: uid } })}
    </div>
    ${isOwner && offer === undefined && transferForm(visitor, project, errors)}
    ${held.has('manage_asset') && mayDelete(actor, deletable(project)) && deleteForm(visitor, project, lists, errors)}
  </section>`;
}

/** Whether there are submissions decides for its creator only; the service checks that again. */
function deletable({ ownerId, createdBy, active }: Project) {
  return { ownerId, createdBy, hasSubmissions: active !== null };
}

function transferForm(visitor: Visitor, { uid }: Project, errors: FormErrors | undefined): Html {
  return html`<details class="more" ${errors?.fields['recipient'] !== undefined && html` open`}>
    <summary>${t('Transfer to another user …')}</summary>
    <form method="post" action="${projectPath(uid, 'transfer/')}">
      ${csrfField(visitor)}
      ${formField({ name: 'recipient', label: t('Username'), autocomplete: 'off', hint: t('The other user decides whether to accept. You keep your permissions until they are revoked.') }, errors)}
      <div class="buttons"><button class="quiet">${t('Offer the project')}</button></div>
    </form>
  </details>`;
}

function deleteForm(
  visitor: Visitor,
  project: Project,
  lists: readonly UsedList[],
  errors: FormErrors | undefined,
): Html {
  const saved = lists.filter(({ declares }) => declares).map(({ name }) => name);
  return html`<details class="confirm" ${errors?.fields['name'] !== undefined && html` open`}>
    <summary>${t('Delete …')}</summary>
    <p>
      ${t('The form, its submissions and their files are deleted.')}
      ${viewsSubmissions(project) && t('Download the data first if you still need it.')}
    </p>
    ${
      saved.length > 0 &&
      html`<p>
        ${t('Lists that the form saves to stay, with their entries: {names}. Entries that wait for approval are not added any more.', { names: saved.join(', ') })}
      </p>`
    }
    <form method="post" action="${projectPath(project.uid, 'delete/')}">
      ${csrfField(visitor)}
      ${formField({ name: 'name', label: t('Name of the project'), autocomplete: 'off', hint: richText('Type <strong>{name}</strong> to confirm.', { strong: (text) => html`<strong dir="auto">${text}</strong>` }, { name: projectName(project) }) }, errors)}
      <div class="buttons"><button class="danger">${t('Delete the project')}</button></div>
    </form>
  </details>`;
}
