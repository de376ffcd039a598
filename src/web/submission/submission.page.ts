import type { Page } from '../../domain/page';
import type { SubmissionNeighbours } from '../../modules/submission/read/submission.service';
import type { SubmissionEditDetail } from '../../modules/submission/read/submission-history.service';
import type { SubmissionNote } from '../../modules/submission/edit/submission-note.service';
import { doneNotice, needsScripts, notice, postButton, timeText } from '../page/components';
import { knownText, type Text, t } from '../../language/message';
import { html, type Html, type HtmlValue, richText } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import type { FormErrors, Sent } from '../page/handle-form';
import { lightboxTexts } from '../page/script-texts';
import { type Project, presentProjectPage } from '../project/project-head';
import { answerCell, answerOf, type CellContext, repetitionsOf } from './answer-cell';
import { answerLink, answersNotice } from './answer.page';
import { isEditable } from './answer-field';
import { submissionPath, tablePath } from './data-query';
import type { SubmissionRow, Answers } from '../../domain/submission/submission-json';
import { statusBadge } from './data-table.page';
import { type FormColumn, type FormColumns, groupLabel, labelOf, type QuestionColumn } from './form-columns';
import { statusSelect, type Abilities } from './selection-form';
import { statusNotice } from './status-change.page';
import { encryptedFiles, mediaOf } from './submission-media';
import { places } from './map.controller';
import { editList } from './submission-edits';
import { noteList, type NoteForm } from './submission-notes';

export interface SubmissionPage {
  readonly form: FormColumns;
  readonly row: SubmissionRow;
  readonly context: CellContext;
  /** Whether the table that it was opened from has filters. */
  readonly isFiltered: boolean;
  /** Parameters of that table in its default order; undefined if it has that order. */
  readonly unsorted: string | undefined;
  /** Undefined if finding them takes too long. */
  readonly neighbours: SubmissionNeighbours | undefined;
  readonly edits: Page<SubmissionEditDetail>;
  readonly notes: Page<SubmissionNote>;
  /** Undefined for those who may not write notes. */
  readonly noteForm: NoteForm | undefined;
  readonly abilities: Abilities;
  readonly errors: FormErrors | undefined;
  readonly scripts: Html;
}

const doneTexts = () => ({
  duplicated: t('This is the copy.'),
  noted: t('The note was added.'),
});

export function presentSubmission(visitor: Visitor, project: Project, page: SubmissionPage, sent: Sent) {
  const { row, form, context } = page;
  const { uid } = project;
  const body = html`${doneNotice(sent, doneTexts())} ${answersNotice(sent)}
    ${page.abilities.validate && statusNotice(visitor, uid, sent, submissionPath(uid, row.id, context.parameters))}
    ${neighboursNotice(uid, page)}
    <div class="title">
      <h2>${t('Submission {id}', { id: row.id })}</h2>
      ${statusBadge(row.status)} ${neighbourLinks(uid, page)}
    </div>
    ${actions(visitor, uid, page)}
    <div class="columns aside">
      <div>
        <section class="sheet answers" aria-labelledby="answers">
          <h3 id="answers">${t('Answers')}</h3>
          ${
            row.isEncrypted
              ? encryptedFiles(row, context)
              : html`${answerList(form.columns, row.answers, row, context)} ${otherAnswers(page)}`
          }
        </section>
        ${noteList(visitor, page.notes, page.noteForm)} ${editList(page)}
      </div>
      <div>${facts(uid, row)} ${places(page)}</div>
    </div>`;
  return presentProjectPage(visitor, project, {
    tab: 'data',
    title: t('Submission {id}', { id: row.id }),
    body,
    errors: page.errors,
    scripts: page.scripts,
    scriptTexts: lightboxTexts(),
    playsMedia: true,
  });
}

/** Links to the table and to the submissions before and after this one, in its order and within its filters. */
function neighbourLinks(uid: string, { context, isFiltered, neighbours }: SubmissionPage): Html {
  const { parameters } = context;
  const { previous, next } = neighbours ?? {};
  const hidden = (text: HtmlValue): Html => html`<span class="visually-hidden">${text}</span>`;
  const attributes = (id: number, rel: 'prev' | 'next', name: Text): Html => {
    const key = rel === 'prev' ? 'k' : 'j';
    return html`href="${submissionPath(uid, id, parameters)}" rel="${rel}" class="button quiet"
    aria-keyshortcuts="${key}" title="${name} (${key})"`;
  };
  return html`<nav class="neighbours" aria-label="${t('Submissions')}">
    <a href="${tablePath(uid, new URLSearchParams(parameters))}"
      >${isFiltered ? t('Filtered submissions') : t('All submissions')}</a
    >
    ${
      previous !== undefined &&
      html`<a ${attributes(previous, 'prev', t('Previous'))}
        >${richText('Previous <hidden>submission, {id}</hidden>', { hidden }, { id: previous })}</a
      >`
    }
    ${
      next !== undefined &&
      html`<a ${attributes(next, 'next', t('Next'))}
        >${richText('Next <hidden>submission, {id}</hidden>', { hidden }, { id: next })}</a
      >`
    }
  </nav>`;
}

/** Says why there are no links to the submissions before and after, and offers a faster order, or no filter. */
function neighboursNotice(uid: string, { row, neighbours, unsorted, isFiltered }: SubmissionPage): Html {
  if (neighbours !== undefined) return html``;
  const path = submissionPath(uid, row.id, unsorted ?? '');
  const a = (text: HtmlValue): Html => html`<a href="${path}">${text}</a>`;
  if (unsorted === undefined)
    return notice(
      richText(
        'The previous and next submissions are not shown: finding them with these filters takes too long. <a>Remove the filters</a>, or filter by other columns.',
        { a },
      ),
      'caution',
    );
  return notice(
    isFiltered
      ? richText(
          'The previous and next submissions are not shown: finding them in this order takes too long. <a>Order by time</a>, or narrow the filters down.',
          { a },
        )
      : richText(
          'The previous and next submissions are not shown: finding them in this order takes too long. <a>Order by time</a>, or filter the table.',
          { a },
        ),
    'caution',
  );
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
      html`<a class="button" href="/api/v2/assets/${uid}/data/${row.id}/enketo/redirect/edit/"
          >${t('Edit')}</a
        >
        ${postButton(visitor, `${path}duplicate/`, { label: t('Duplicate'), style: 'quiet' })}`
    }
    ${
      validate &&
      html`<form class="inline" method="post" action="${tablePath(uid)}status/confirmed/">
        ${csrfField(visitor)}${hidden('payload', JSON.stringify({ submission_ids: [row.id] }))}${hidden('back', back)}
        ${statusSelect(row.status?.uid ?? '')}<button class="quiet">${t('Set status')}</button>
      </form>`
    }
    ${
      remove &&
      postButton(visitor, `${tablePath(uid)}delete/`, {
        label: t('Delete …'),
        style: 'danger',
        fields: { ids: String(row.id), back },
      })
    }
    ${change && needsScripts(t('“Edit” opens the form in a browser, which needs JavaScript.'))}
  </div>`;
}

/** Answered questions below the labels of their groups; repetitions below those of their repeat. */
export function answerList(
  columns: readonly FormColumn[],
  answers: Answers,
  row: SubmissionRow,
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
            ${answerList(column.columns, repetition, row, { ...context, editedPath: undefined })}
          </section>`,
      )}`,
    );
  }
  flush();
  return parts.length === 0 ? html`<p class="soft">${t('No answers.')}</p>` : html`${parts}`;
}

function answerItem(
  question: QuestionColumn,
  answers: Answers,
  row: SubmissionRow,
  context: CellContext,
): Html {
  const { editedPath } = context;
  return html`<dt dir="auto">${labelOf(question, context.language)}</dt>
    <dd dir="auto">
      ${mediaOf(question, answers, row, context) ?? answerCell(question, answers, row, context)}
      ${editedPath !== undefined && isEditable(question) && answerLink(context, row.id, question, editedPath)}
    </dd>`;
}

/** Answers to questions that no deployed version has. */
function otherAnswers({ form, row }: SubmissionPage): Html {
  const known = new Set(form.columns.flatMap(({ paths }) => paths));
  const others = Object.entries(row.answers).filter(
    ([path]) => !known.has(path) && !path.startsWith('_') && !/^(?:formhub|meta)\//.test(path),
  );
  if (others.length === 0) return html``;
  return html`<h4>${t('Not in the form')}</h4>
    <dl>
      ${others.map(
        ([path, answer]) =>
          html`<dt>${path}</dt>
            <dd dir="auto">${typeof answer === 'string' ? answer : JSON.stringify(answer)}</dd>`,
      )}
    </dl>`;
}

function facts(uid: string, { id, uuid, submittedAt, submittedBy, status, versionUid }: SubmissionRow): Html {
  const api = `/api/v2/assets/${uid}/data/${id}`;
  return html`<section class="sheet" aria-labelledby="facts">
    <h3 id="facts">${t('Details')}</h3>
    <dl>
      <dt>${t('Submitted')}</dt>
      <dd>${timeText(new Date(`${submittedAt}Z`))}</dd>
      <dt>${t('By')}</dt>
      <dd>${submittedBy ?? t('anonymous')}</dd>
      ${
        status !== undefined &&
        html`<dt>${t('Status')}</dt>
          <dd>
            ${richText('{status}, set by {name}, {time}', {}, { status: knownText(status.label), name: status.by_whom, time: timeText(new Date(status.timestamp * 1000)) })}
          </dd>`
      }
      ${
        versionUid !== undefined &&
        html`<dt>${t('Version')}</dt>
          <dd>${versionUid}</dd>`
      }
      <dt>UUID</dt>
      <dd>${uuid}</dd>
      <dt>${t('Data')}</dt>
      <dd><a href="${api}/?format=json">JSON</a> · <a href="${api}.xml">XML</a></dd>
    </dl>
  </section>`;
}
