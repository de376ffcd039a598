import type { EditResult } from '../../modules/submission/edit/bulk-edit.service';
import { emptyState, errorNotice, notice } from '../page/components';
import { selectOptions } from '../page/form-field';
import { countText } from '../../language/format';
import { knownText, type Text, t } from '../../language/message';
import { type FormErrors, type Sent, textOf } from '../page/handle-form';
import { html, type Html, richText } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { type Project, presentProjectPage } from '../project/project-head';
import type { CellContext } from './answer-cell';
import { answerField, isEditable } from './answer-field';
import { answerPagePath, submissionPath, tablePath } from './data-query';
import { type FormColumn, groupLabel, type Language, labelOf, type QuestionColumn } from './form-columns';

/** Refused submissions that a page lists. */
const MAX_REFUSED = 100;

export interface AnswerForm {
  readonly id: number;
  readonly question: QuestionColumn;
  readonly language: Language;
  /** The answer that is stored now. */
  readonly stored: string;
  /** In the field: stored, or typed in the form that was refused. */
  readonly value: string;
  readonly back: string;
}

/** The answer to one question of a submission in a form, which the table shows in a dialog. */
export function presentAnswerForm(visitor: Visitor, project: Project, form: AnswerForm, errors?: FormErrors) {
  const { id, question, language, stored, value, back } = form;
  const hidden = { question: question.key, before: stored, back };
  const body = html`<section class="sheet">
    <h2>${t('Edit submission {id}', { id })}</h2>
    <form class="answer-form" method="post" action="${submissionPath(project.uid, id)}answer/" novalidate>
      ${csrfField(visitor)}${hiddenFields(hidden)}
      ${
        errors?.message !== undefined &&
        html`<p class="alarm" role="alert">
          ${knownText(errors.message)}${errors.isStale && html` ${richText('Stored now: <q>{answer}</q>.', { q: (text) => html`<q dir="auto">${text}</q>` }, { answer: shownAnswer(question, stored, language) })}`}
        </p>`
      }
      ${answerField(question, value, language, errors)}
      <div class="buttons">
        <button>${errors?.isStale === true ? t('Save anyway') : t('Save')}</button>
        <a class="button quiet" data-cancel href="${back}">${t('Cancel')}</a>
      </div>
    </form>
  </section>`;
  return presentProjectPage(visitor, project, {
    tab: 'data',
    title: t('Edit submission {id}', { id }),
    body,
    errors,
  });
}

function shownAnswer(question: QuestionColumn, stored: string, language: Language): Text {
  if (stored === '') return t('no answer');
  const option = question.options.get(stored);
  return option === undefined ? stored : labelOf(option, language);
}

export interface ManyAnswers {
  /** Selection in the syntax of the API's bulk edit. */
  readonly payload: string;
  readonly count: number;
  readonly columns: readonly FormColumn[];
  /** Undefined: not chosen yet. */
  readonly question: QuestionColumn | undefined;
  readonly value: string;
  readonly language: Language;
  readonly back: string;
}

/** Asks for the question, then for the answer of many submissions. Leaving the page changes nothing. */
export function presentManyAnswers(
  visitor: Visitor,
  project: Project,
  many: ManyAnswers,
  errors?: FormErrors,
) {
  const { payload, count, columns, question, value, language, back } = many;
  const path = `${tablePath(project.uid)}edit/`;
  const cancel = html`<a class="button quiet" href="${back}">${t('Change nothing')}</a>`;
  const body =
    count === 0
      ? emptyState({
          title: t('Nothing to change'),
          text: t('No submission matches any more.'),
          actions: html`<a class="button quiet" href="${back}">${t('Back')}</a>`,
        })
      : question === undefined
        ? html`<section class="sheet">
            <h2>${t('{count, plural, one {Edit # submission} other {Edit # submissions}}', { count })}</h2>
            <p>
              ${t('The answer to one question is set in all of them. Earlier answers stay in their histories.')}
            </p>
            <form method="post" action="${path}">
              ${csrfField(visitor)}${hiddenFields({ payload, back })}
              ${errors !== undefined && errorNotice(errors)}
              <label for="question">${t('Question')}</label>
              <select id="question" name="question">
                ${selectOptions(questionOptions(columns, language), undefined)}
              </select>
              <div class="buttons"><button>${t('Continue')}</button>${cancel}</div>
            </form>
          </section>`
        : html`<section class="sheet">
            <h2>
              ${richText('Set “<bdi>{question}</bdi>” of {count, plural, one {# submission} other {# submissions}}', { bdi: (text) => html`<bdi>${text}</bdi>` }, { question: labelOf(question, language), count })}
            </h2>
            <p>${t('Without an answer, those that are stored are removed.')}</p>
            <form method="post" action="${path}confirmed/" novalidate>
              ${csrfField(visitor)}${hiddenFields({ payload, back, question: question.key, count: String(count) })}
              ${errors?.message !== undefined && notice(knownText(errors.message), 'alarm')}
              ${answerField(question, value, language, errors)}
              <div class="buttons">
                <button>
                  ${t('Set the answer of {count, plural, one {# submission} other {# submissions}}', { count })}</button
                >${cancel}
              </div>
            </form>
          </section>`;
  return presentProjectPage(visitor, project, { tab: 'data', title: t('Edit submissions'), body, errors });
}

function questionOptions(columns: readonly FormColumn[], language: Language) {
  return columns.filter(isEditable).map((column) => {
    const group = groupLabel(column, language);
    const label = labelOf(column, language);
    return { value: column.key, label: group === '' ? label : `${group} › ${label}` };
  });
}

/** Lists the submissions that could not hold the answer; the others were edited. */
export function presentRefusedAnswers(
  visitor: Visitor,
  project: Project,
  { results, back }: { readonly results: readonly EditResult[]; readonly back: string },
) {
  const refused = results.filter(({ error }) => error !== undefined);
  const changed = results.length - refused.length;
  const more = refused.length - MAX_REFUSED;
  const body = html`<section class="sheet">
    <h2>
      ${t('{count, plural, one {# submission could not be changed} other {# submissions could not be changed}}', { count: refused.length })}
    </h2>
    <p>${changed === 0 ? t('None was changed.') : answersSet(changed)}</p>
    <ul class="refused">
      ${refused
        .slice(0, MAX_REFUSED)
        .map(
          ({ id, error }) =>
            html`<li>
              ${richText('<a>Submission {id}</a>: {error}', { a: (text) => html`<a href="${submissionPath(project.uid, id)}">${text}</a>` }, { id, error: knownText(error ?? '') })}
            </li>`,
        )}
    </ul>
    ${more > 0 && html`<p class="soft">${t('And {more} more.', { more: countText(more) })}</p>`}
    <div class="buttons"><a class="button" href="${back}">${t('Back')}</a></div>
  </section>`;
  return presentProjectPage(visitor, project, { tab: 'data', title: t('Not all were changed'), body });
}

/** Message after answers were set. */
export function answersNotice(sent: Sent): Html {
  const changed = textOf(sent['changed']);
  if (sent['done'] !== 'answers' || !/^\d{1,15}$/.test(changed)) return html``;
  return notice(answersSet(Number(changed)));
}

/** Link to the form of an answer. */
export function answerLink(
  { assetUid, language }: CellContext,
  id: number,
  question: QuestionColumn,
  back: string,
): Html {
  return html`<a class="edit" href="${answerPagePath(assetUid, id, { question: question.key, back })}"
    >${richText('Edit<hidden>: {question}</hidden>', { hidden: (text) => html`<span class="visually-hidden">${text}</span>` }, { question: labelOf(question, language) })}</a
  >`;
}

function hiddenFields(fields: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

const answersSet = (count: number): Text =>
  t('The answer of {count, plural, one {# submission} other {# submissions}} was set.', { count });
