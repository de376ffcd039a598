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
import { html, type Html } from '../page/html';
import { countText } from '../page/format-text';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import type { Sent, FormErrors } from '../page/handle-form';
import { type Project, presentProjectPage } from '../project/project-head';
import { deletedPath, tablePath } from './data-query';
import type { DataRow } from './data-row';
import type { FormColumns, Language } from './form-columns';
import { answerList } from './submission.page';

const DONE = {
  restored: 'Restored. They are in the data again, as they were.',
  'some-restored':
    'Restored, but for those below: they were sent again since. Delete the newer ones first, then restore these.',
};

export type DeletedListPage = Page<DeletedSubmissionRow> & PageWindow & { readonly keptDays: number };

export function presentDeletedList(visitor: Visitor, project: Project, page: DeletedListPage, sent: Sent) {
  const { count, keptDays } = page;
  const body = html`${backLink(tablePath(project.uid), 'All submissions')} ${doneNotice(sent, DONE)}
    <div class="title"><h2>Deleted submissions</h2></div>
    ${
      count === 0
        ? emptyState({
            title: 'Nothing deleted',
            text: `Submissions that are deleted stay here for ${daysText(keptDays)}, and can be restored.`,
          })
        : html`<p class="soft">
              They are in no list, export or report. After ${daysText(keptDays)} they are gone for good.
            </p>
            ${deletedTable(visitor, project.uid, page)} ${pager(deletedPath(project.uid), {}, page)}`
    }`;
  return presentProjectPage(visitor, project, { tab: 'data', title: 'Deleted submissions', body });
}

/** Says how long deleted submissions can be restored, and where. */
function restorableText(keptDays: number, count: number): string {
  return keptDays === 0
    ? 'Attachments and history are deleted too. Nothing can bring them back.'
    : `For ${daysText(keptDays)} ${count === 1 ? 'it' : 'they'} can be restored, with attachments and history, under “Deleted submissions”.`;
}

const daysText = (days: number): string => (days === 1 ? 'a day' : `${countText(days)} days`);

function deletedTable(visitor: Visitor, uid: string, { items, count }: DeletedListPage): Html {
  return html`<form method="post" action="${deletedPath(uid)}restore/" aria-label="Restore submissions">
    ${csrfField(visitor)}
    ${recordTable({
      caption: 'Deleted submissions',
      columns: ['Submission', 'Submitted', 'By', 'Deleted', 'Deleted by'],
      rows: items.map(({ id, dateSubmitted, submittedBy, dateDeleted, deletedBy }) => [
        html`<input type="checkbox" name="ids" value="${id}" aria-label="Select ${id}" />
          <a href="${deletedPath(uid, id)}">${id}</a>`,
        timeText(dateSubmitted),
        submittedBy ?? 'anonymous',
        timeText(dateDeleted),
        deletedBy ?? '',
      ]),
    })}
    <div class="buttons">
      <button name="target" value="ids">Restore selected</button>
      ${
        count > 1 &&
        html`<button class="quiet" name="target" value="all">Restore all ${countText(count)}</button>`
      }
    </div>
  </form>`;
}

export interface DeletedPage {
  readonly form: FormColumns;
  readonly row: DataRow;
  readonly language: Language;
  readonly deletedAt: Date;
  readonly deletedBy: string | null;
  readonly purgedAt: Date;
}

export function presentDeleted(visitor: Visitor, project: Project, page: DeletedPage) {
  const { uid } = project;
  const { form, row, language, deletedAt, deletedBy, purgedAt } = page;
  const context = { assetUid: uid, language, isWhole: true };
  const body = html`${backLink(deletedPath(uid), 'Deleted submissions')}
    <div class="title"><h2>Deleted submission ${row.id}</h2></div>
    <div class="buttons actions">
      ${postButton(visitor, `${deletedPath(uid)}restore/`, {
        label: 'Restore',
        fields: { ids: String(row.id) },
      })}
    </div>
    <div class="columns aside">
      <section class="sheet answers" aria-labelledby="answers">
        <h3 id="answers">Answers</h3>
        ${
          row.isEncrypted
            ? html`<p class="soft">Encrypted.</p>`
            : answerList(form.columns, row.answers, row, context)
        }
      </section>
      <section class="sheet" aria-labelledby="facts">
        <h3 id="facts">Details</h3>
        <dl>
          <dt>Submitted</dt>
          <dd>${timeText(new Date(`${row.submittedAt}Z`))}</dd>
          <dt>By</dt>
          <dd>${row.submittedBy ?? 'anonymous'}</dd>
          <dt>Deleted</dt>
          <dd>${timeText(deletedAt)}${deletedBy !== null && html` by ${deletedBy}`}</dd>
          <dt>Gone for good</dt>
          <dd>${timeText(purgedAt)}</dd>
          <dt>UUID</dt>
          <dd>${row.uuid}</dd>
        </dl>
      </section>
    </div>`;
  return presentProjectPage(visitor, project, {
    tab: 'data',
    title: `Deleted submission ${row.id}`,
    body,
  });
}

function backLink(path: string, name: string): Html {
  return html`<nav class="neighbours" aria-label="Submissions"><a href="${path}">${name}</a></nav>`;
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
  const what = `${countText(count)} ${count === 1 ? 'submission' : 'submissions'}`;
  const body =
    count === 0
      ? emptyState({
          title: 'Nothing to delete',
          text: 'No submission matches any more.',
          actions: html`<a class="button quiet" href="${back}">Back</a>`,
        })
      : html`<section class="sheet">
          <h2>Delete ${what}?</h2>
          <p>${restorableText(keptDays, count)}</p>
          <div class="buttons">
            <form method="post" action="${tablePath(project.uid)}delete/confirmed/">
              ${csrfField(visitor)}<input type="hidden" name="payload" value="${payload}" /><input
                type="hidden"
                name="back"
                value="${back}"
              /><button class="danger">Delete ${what}</button>
            </form>
            <a class="button quiet" href="${back}">Keep ${count === 1 ? 'it' : 'them'}</a>
          </div>
        </section>`;
  return presentProjectPage(visitor, project, {
    tab: 'data',
    title: 'Delete',
    body,
  });
}

export function presentRefusedChange(
  visitor: Visitor,
  project: Project,
  { errors, back }: { errors: FormErrors; back: string },
) {
  const body = html`${errorNotice(errors)} <a class="button quiet" href="${back}">Back</a>`;
  return presentProjectPage(visitor, project, {
    tab: 'data',
    title: 'Not changed',
    body,
    errors,
  });
}
