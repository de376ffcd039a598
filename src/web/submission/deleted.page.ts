import type { Page, PageWindow } from '../../domain/page';
import type { DeletedSubmissionRow } from '../../modules/submission/deleted/deleted-submission.service';
import {
  doneNotice,
  emptyState,
  pager,
  postButton,
  recordTable,
  timeText,
  errorNotice,
} from '../page/components';
import { html, type Html, richText } from '../page/html';
import { countText } from '../../language/format';
import { type Text, t } from '../../language/message';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import type { Sent, FormErrors } from '../page/handle-form';
import { type Project, presentProjectPage } from '../project/project-head';
import { deletedPath, tablePath } from './data-query';
import type { SubmissionRow } from '../../domain/submission/submission-json';
import type { FormColumns, Language } from './form-columns';
import { answerList } from './submission.page';

const doneTexts = () => ({
  restored: t('Restored. They are in the data again, as they were.'),
  'some-restored': t(
    'Restored, but for those below: they were sent again since. Delete the newer ones first, then restore these.',
  ),
});

export interface DeletedListPage extends Page<DeletedSubmissionRow>, PageWindow {
  readonly keptDays: number;
  /** Of all ids, if there are several. */
  readonly digest: string;
}

export function presentDeletedList(visitor: Visitor, project: Project, page: DeletedListPage, sent: Sent) {
  const { count, keptDays } = page;
  const body = html`${backLink(tablePath(project.uid), t('All submissions'))} ${doneNotice(sent, doneTexts())}
    <div class="title"><h2>${t('Deleted submissions')}</h2></div>
    ${
      count === 0
        ? emptyState({
            title: t('Nothing deleted'),
            text: t(
              'Submissions that are deleted stay here for {days, plural, one {a day} other {# days}}, and can be restored.',
              { days: keptDays },
            ),
          })
        : html`<p class="soft">
              ${t('They are in no list, export or report. After {days, plural, one {a day} other {# days}} they are gone for good.', { days: keptDays })}
            </p>
            ${deletedTable(visitor, project.uid, page)} ${pager(deletedPath(project.uid), {}, page)}`
    }`;
  return presentProjectPage(visitor, project, { tab: 'data', title: t('Deleted submissions'), body });
}

/** Says how long deleted submissions can be restored, and where. */
function restorableText(keptDays: number, count: number): Text {
  return keptDays === 0
    ? t('Attachments and history are deleted too. Nothing can bring them back.')
    : t(
        'For {days, plural, one {a day} other {# days}} {count, plural, one {it} other {they}} can be restored, with attachments and history, under “Deleted submissions”.',
        { days: keptDays, count },
      );
}

function deletedTable(visitor: Visitor, uid: string, { items, count, digest }: DeletedListPage): Html {
  return html`<form
    method="post"
    action="${deletedPath(uid)}restore/"
    aria-label="${t('Restore submissions')}"
  >
    ${csrfField(visitor)}<input type="hidden" name="digest" value="${digest}" />
    ${recordTable({
      caption: t('Deleted submissions'),
      columns: [t('Submission'), t('Submitted'), t('By'), t('Deleted'), t('Deleted by')],
      rows: items.map(({ id, dateSubmitted, submittedBy, dateDeleted, deletedBy }) => [
        html`<input type="checkbox" name="ids" value="${id}" aria-label="${t('Select {id}', { id })}" />
          <a href="${deletedPath(uid, id)}">${id}</a>`,
        timeText(dateSubmitted),
        submittedBy ?? t('anonymous'),
        timeText(dateDeleted),
        deletedBy ?? '',
      ]),
    })}
    <div class="buttons">
      <button name="target" value="ids">${t('Restore selected')}</button>
      ${
        count > 1 &&
        html`<button class="quiet" name="target" value="all">
          ${t('Restore all {count}', { count: countText(count) })}
        </button>`
      }
    </div>
  </form>`;
}

export interface DeletedPage {
  readonly form: FormColumns;
  readonly row: SubmissionRow;
  readonly language: Language;
  readonly deletedAt: Date;
  readonly deletedBy: string | null;
  readonly purgedAt: Date;
}

export function presentDeleted(visitor: Visitor, project: Project, page: DeletedPage) {
  const { uid } = project;
  const { form, row, language, deletedAt, deletedBy, purgedAt } = page;
  const context = { assetUid: uid, language, pageLanguage: visitor.language, isWhole: true };
  const body = html`${backLink(deletedPath(uid), t('Deleted submissions'))}
    <div class="title"><h2>${t('Deleted submission {id}', { id: row.id })}</h2></div>
    <div class="buttons actions">
      ${postButton(visitor, `${deletedPath(uid)}restore/`, {
        label: t('Restore'),
        fields: { ids: String(row.id) },
      })}
    </div>
    <div class="columns aside">
      <section class="sheet answers" aria-labelledby="answers">
        <h3 id="answers">${t('Answers')}</h3>
        ${
          row.isEncrypted
            ? html`<p class="soft">${t('Encrypted.')}</p>`
            : answerList(form.columns, row.answers, row, context)
        }
      </section>
      <section class="sheet" aria-labelledby="facts">
        <h3 id="facts">${t('Details')}</h3>
        <dl>
          <dt>${t('Submitted')}</dt>
          <dd>${timeText(new Date(`${row.submittedAt}Z`))}</dd>
          <dt>${t('By')}</dt>
          <dd>${row.submittedBy ?? t('anonymous')}</dd>
          <dt>${t('Deleted')}</dt>
          <dd>
            ${deletedBy === null ? timeText(deletedAt) : richText('{time} by {name}', {}, { time: timeText(deletedAt), name: deletedBy })}
          </dd>
          <dt>${t('Gone for good')}</dt>
          <dd>${timeText(purgedAt)}</dd>
          <dt>UUID</dt>
          <dd>${row.uuid}</dd>
        </dl>
      </section>
    </div>`;
  return presentProjectPage(visitor, project, {
    tab: 'data',
    title: t('Deleted submission {id}', { id: row.id }),
    body,
  });
}

function backLink(path: string, name: Text): Html {
  return html`<nav class="neighbours" aria-label="${t('Submissions')}"><a href="${path}">${name}</a></nav>`;
}

export interface Removal {
  /** Selection in the syntax of the API's bulk deletion. */
  readonly payload: string;
  readonly count: number;
  /** Days that they can be restored. */
  readonly keptDays: number;
  readonly back: string;
}

/** Asks before a deletion; leaving the page keeps everything. */
export function presentRemoval(visitor: Visitor, project: Project, removal: Removal) {
  const { payload, count, keptDays, back } = removal;
  const body =
    count === 0
      ? emptyState({
          title: t('Nothing to delete'),
          text: t('No submission matches any more.'),
          actions: html`<a class="button quiet" href="${back}">${t('Back')}</a>`,
        })
      : html`<section class="sheet">
          <h2>${t('Delete {count, plural, one {# submission} other {# submissions}}?', { count })}</h2>
          <p>${restorableText(keptDays, count)}</p>
          <div class="buttons">
            <form method="post" action="${tablePath(project.uid)}delete/confirmed/">
              ${csrfField(visitor)}<input type="hidden" name="payload" value="${payload}" /><input
                type="hidden"
                name="back"
                value="${back}"
              /><button class="danger">
                ${t('Delete {count, plural, one {# submission} other {# submissions}}', { count })}
              </button>
            </form>
            <a class="button quiet" href="${back}">
              ${t('{count, plural, one {Keep it} other {Keep them}}', { count })}
            </a>
          </div>
        </section>`;
  return presentProjectPage(visitor, project, {
    tab: 'data',
    title: t('Delete'),
    body,
  });
}

export function presentRefusedChange(
  visitor: Visitor,
  project: Project,
  { errors, back }: { errors: FormErrors; back: string },
) {
  const body = html`${errorNotice(errors)} <a class="button quiet" href="${back}">${t('Back')}</a>`;
  return presentProjectPage(visitor, project, {
    tab: 'data',
    title: t('Not changed'),
    body,
    errors,
  });
}
