import type { Page } from '../../domain/page';
import type { AnswerChange } from '../../domain/submission/answer-changes';
import type { SubmissionNeighbours } from '../../modules/submission/read/submission.service';
import type { SubmissionEditDetail } from '../../modules/submission/read/submission-history.service';
import { doneNotice, needsScripts, notice, postButton, timeText } from '../page/components';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import type { Sent } from '../page/handle-form';
import { type Project, presentProjectPage } from '../project/project-head';
import { answerCell, answerOf, type CellContext, repetitionsOf } from './answer-cell';
import { submissionPath, tablePath } from './data-query';
import type { DataRow, Answers } from './data-row';
import { statusBadge } from './data-table.page';
import { type FormColumn, type FormColumns, groupLabel, labelOf, type QuestionColumn } from './form-columns';
import { statusSelect, type Abilities } from './selection-form';
import { statusNotice } from './status-change.page';
import { encryptedFiles, mediaOf } from './submission-media';
import { places } from './map.controller';

export interface SubmissionPage {
  readonly form: FormColumns;
  readonly row: DataRow;
  readonly context: CellContext;
  /** Whether the table that it was opened from has filters. */
  readonly isFiltered: boolean;
  /** Parameters of that table in its default order; undefined if it has that order. */
  readonly unsorted: string | undefined;
  /** Undefined if finding them takes too long. */
  readonly neighbours: SubmissionNeighbours | undefined;
  readonly edits: Page<SubmissionEditDetail>;
  readonly abilities: Abilities;
}

const DONE = {
  duplicated: 'This is the copy.',
};

export function presentSubmission(visitor: Visitor, project: Project, page: SubmissionPage, sent: Sent) {
  const { row, form, context } = page;
  const { uid } = project;
  const body = html`${doneNotice(sent, DONE)}
    ${page.abilities.validate && statusNotice(visitor, uid, sent, submissionPath(uid, row.id, context.parameters))}
    ${neighbourLinks(uid, page)} ${neighboursNotice(uid, page)}
    <div class="title">
      <h2>Submission ${row.id}</h2>
      ${statusBadge(row.status)}
    </div>
    ${actions(visitor, uid, page)}
    <div class="columns aside">
      <div>
        <section class="sheet answers" aria-labelledby="answers">
          <h3 id="answers">Answers</h3>
          ${
            row.isEncrypted
              ? encryptedFiles(row, context)
              : html`${answerList(form.columns, row.answers, row, context)} ${otherAnswers(page)}`
          }
        </section>
        ${editList(page)}
      </div>
      <div>${facts(uid, row)} ${places(page)}</div>
    </div>`;
  return presentProjectPage(visitor, project, {
    tab: 'data',
    title: `Submission ${row.id}`,
    body,
    playsMedia: true,
  });
}

/** Links to the table and to the submissions before and after this one, in its order and within its filters. */
function neighbourLinks(uid: string, { context, isFiltered, neighbours }: SubmissionPage): Html {
  const { parameters } = context;
  const { previous, next } = neighbours ?? {};
  const link = (id: number | undefined, rel: 'prev' | 'next', name: string): Html | false =>
    id !== undefined &&
    html`<a href="${submissionPath(uid, id, parameters)}" rel="${rel}"
      >${name} <span class="visually-hidden">submission, ${id}</span></a
    >`;
  return html`<nav class="neighbours" aria-label="Submissions">
    <a href="${tablePath(uid, new URLSearchParams(parameters))}"
      >${isFiltered ? 'Filtered submissions' : 'All submissions'}</a
    >
    ${link(previous, 'prev', 'Previous')} ${link(next, 'next', 'Next')}
  </nav>`;
}

/** Says why there are no links to the submissions before and after, and offers a faster order, or no filter. */
function neighboursNotice(uid: string, { row, neighbours, unsorted, isFiltered }: SubmissionPage): Html {
  if (neighbours !== undefined) return html``;
  const why = 'The previous and next submissions are not shown:';
  const path = submissionPath(uid, row.id, unsorted ?? '');
  return html`${notice(
    unsorted === undefined
      ? html`${why} finding them with these filters takes too long. <a href="${path}">Remove the filters</a>,
          or filter by other columns.`
      : html`${why} finding them in this order takes too long. <a href="${path}">Order by time</a>${
            isFiltered ? ', or narrow the filters down.' : ', or filter the table.'
          }`,
    'caution',
  )}`;
}

function actions(visitor: Visitor, uid: string, { row, abilities, context }: SubmissionPage): Html {
  const { change, validate, remove } = abilities;
  if (!change && !validate && !remove) return html``;
  const path = submissionPath(uid, row.id);
  const back = submissionPath(uid, row.id, context.parameters);
  const hidden = (name: string, value: string | number): Html =>
    html`<input type="hidden" name="${name}" value="${value}" />`;
  return html`<div class="buttons actions">
    ${
      change &&
      !row.isEncrypted &&
      html`<a class="button" href="/api/v2/assets/${uid}/data/${row.id}/enketo/redirect/edit/">Edit</a>
        ${postButton(visitor, `${path}duplicate/`, { label: 'Duplicate', style: 'quiet' })}`
    }
    ${
      validate &&
      html`<form class="inline" method="post" action="${tablePath(uid)}status/confirmed/">
        ${csrfField(visitor)}${hidden('payload', JSON.stringify({ submission_ids: [row.id] }))}${hidden('back', back)}
        ${statusSelect(row.status?.uid ?? '')}<button class="quiet">Set status</button>
      </form>`
    }
    ${
      remove &&
      postButton(visitor, `${tablePath(uid)}delete/`, {
        label: 'Delete …',
        style: 'danger',
        fields: { ids: String(row.id), back },
      })
    }
    ${change && needsScripts('“Edit” opens the form in a browser, which needs JavaScript.')}
  </div>`;
}

/** Answered questions below the labels of their groups; repetitions below those of their repeat. */
export function answerList(
  columns: readonly FormColumn[],
  answers: Answers,
  row: DataRow,
  context: CellContext,
): Html {
  const runs: { group: string; questions: QuestionColumn[] }[] = [];
  const parts: Html[] = [];
  const flush = (): void => {
    for (const { group, questions } of runs.splice(0)) {
      parts.push(
        html`${group !== '' && html`<h4 dir="auto">${group}</h4>`}
          <dl>${questions.map((question) => answerItem(question, answers, row, context))}</dl>`,
      );
    }
  };
  for (const column of columns) {
    const answer = answerOf(column, answers);
    if (answer === undefined) continue;
    if (column.kind !== 'repeat') {
      const group = groupLabel(column, context.language);
      const last = runs.at(-1);
      if (last?.group === group) last.questions.push(column);
      else runs.push({ group, questions: [column] });
      continue;
    }
    flush();
    const label = labelOf(column, context.language);
    parts.push(
      html`${repetitionsOf(answer).map(
        (repetition, index) =>
          html`<section class="repetition">
            <h4 dir="auto">${label} ${index + 1}</h4>
            ${answerList(column.columns, repetition, row, context)}
          </section>`,
      )}`,
    );
  }
  flush();
  return parts.length === 0 ? html`<p class="soft">No answers.</p>` : html`${parts}`;
}

function answerItem(question: QuestionColumn, answers: Answers, row: DataRow, context: CellContext): Html {
  return html`<dt dir="auto">${labelOf(question, context.language)}</dt>
    <dd dir="auto">
      ${mediaOf(question, answers, row, context) ?? answerCell(question, answers, row, context)}
    </dd>`;
}

/** Answers to questions that no deployed version has. */
function otherAnswers({ form, row }: SubmissionPage): Html {
  const known = new Set(form.columns.flatMap(({ paths }) => paths));
  const others = Object.entries(row.answers).filter(
    ([path]) => !known.has(path) && !path.startsWith('_') && !/^(?:formhub|meta)\//.test(path),
  );
  if (others.length === 0) return html``;
  return html`<h4>Not in the form</h4>
    <dl>
      ${others.map(
        ([path, answer]) =>
          html`<dt>${path}</dt>
            <dd dir="auto">${typeof answer === 'string' ? answer : JSON.stringify(answer)}</dd>`,
      )}
    </dl>`;
}

function facts(uid: string, { id, uuid, submittedAt, submittedBy, status, versionUid }: DataRow): Html {
  const api = `/api/v2/assets/${uid}/data/${id}`;
  return html`<section class="sheet" aria-labelledby="facts">
    <h3 id="facts">Details</h3>
    <dl>
      <dt>Submitted</dt>
      <dd>${timeText(new Date(`${submittedAt}Z`))}</dd>
      <dt>By</dt>
      <dd>${submittedBy ?? 'anonymous'}</dd>
      ${
        status !== undefined &&
        html`<dt>Status</dt>
          <dd>${status.label}, set by ${status.by_whom}, ${timeText(new Date(status.timestamp * 1000))}</dd>`
      }
      ${
        versionUid !== undefined &&
        html`<dt>Version</dt>
          <dd>${versionUid}</dd>`
      }
      <dt>UUID</dt>
      <dd>${uuid}</dd>
      <dt>Data</dt>
      <dd><a href="${api}/?format=json">JSON</a> · <a href="${api}.xml">XML</a></dd>
    </dl>
  </section>`;
}

function editList({ edits: { items, count }, form, context }: SubmissionPage): Html {
  if (count === 0) return html``;
  const labels = pathLabels(form.columns, context);
  return html`<section class="sheet" aria-labelledby="history">
    <h3 id="history">History</h3>
    ${items.map(
      ({ editedAt, editedBy, changes }) =>
        html`<h4>Edited by ${editedBy ?? 'anonymous'}, ${timeText(editedAt)}</h4>
          ${changes.length === 0 ? html`<p class="soft">No answer changed.</p>` : changeTable(changes, labels)}`,
    )}
    ${count > items.length && html`<p class="soft">${count - items.length} earlier edits are not shown.</p>`}
  </section>`;
}

function changeTable(changes: readonly AnswerChange[], labels: ReadonlyMap<string, string>): Html {
  return html`<div class="table" role="region" aria-label="Changed answers" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Question</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        ${changes.map(
          ({ path, before, after }) =>
            html`<tr>
              <th scope="row" dir="auto">${changeLabel(path, labels)}</th>
              <td dir="auto">${before}</td>
              <td dir="auto">${after}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The label with the positions in repeats, such as `First name (2)`. */
function changeLabel(path: string, labels: ReadonlyMap<string, string>): string {
  const positions = [...path.matchAll(/\[(\d+)\]/g)].map(([, position]) => position);
  const label = labels.get(path.replace(/\[\d+\]/g, '')) ?? path;
  return positions.length === 0 ? label : `${label} (${positions.join('.')})`;
}

function pathLabels(
  columns: readonly FormColumn[],
  context: CellContext,
  labels = new Map<string, string>(),
): Map<string, string> {
  for (const column of columns) {
    for (const path of column.paths) labels.set(path, labelOf(column, context.language));
    if (column.kind === 'repeat') pathLabels(column.columns, context, labels);
  }
  return labels;
}
