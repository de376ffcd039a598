import { emptyState, errorNotice } from '../page/components';
import { countText } from '../page/format-text';
import type { FormErrors } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import type { Project } from '../project/project-head';
import { presentProjectPage } from '../project/project-page';
import { tablePath } from './data-path';

export interface Removal {
  /** Selection in the syntax of the API's bulk deletion. */
  readonly payload: string;
  readonly count: number;
  /** Scripts delete after ten seconds; a selection by filter waits for the click. */
  readonly isUndoable: boolean;
  readonly back: string;
  readonly scripts: Html;
}

/** Asks before a deletion. With scripts: a notice with undo, which deletes after ten seconds or when it is left. */
export function presentRemoval(visitor: Visitor, project: Project, removal: Removal) {
  const { payload, count, isUndoable, back, scripts } = removal;
  const what = `${countText(count)} ${count === 1 ? 'submission' : 'submissions'}`;
  const body =
    count === 0
      ? emptyState({
          title: 'Nothing to delete',
          text: 'No submission matches any more.',
          actions: html`<a class="button quiet" href="${back}">Back</a>`,
        })
      : html`<section class="sheet removal">
          <h2>Delete ${what}?</h2>
          <p>Attachments and history are deleted too. Nothing can bring them back.</p>
          <div ${isUndoable && html`id="countdown"`} hidden>
            <p role="status">Deletes in 10 seconds, or when you leave this page.</p>
            <progress max="10" value="0" aria-label="Time to undo"></progress>
          </div>
          <div class="buttons">
            <form id="removal" method="post" action="${tablePath(project.uid)}delete/confirmed/">
              ${csrfField(visitor)}<input type="hidden" name="payload" value="${payload}" /><input
                type="hidden"
                name="back"
                value="${back}"
              /><button class="danger">Delete ${what}</button>
            </form>
            <a class="button quiet" id="undo" href="${back}">Keep ${count === 1 ? 'it' : 'them'}</a>
          </div>
        </section>`;
  return presentProjectPage(visitor, project, {
    tab: 'data',
    title: 'Delete',
    body,
    scripts,
    usesFetch: true,
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
