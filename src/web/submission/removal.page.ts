import { emptyState, errorNotice } from '../page/components';
import { countText } from '../page/format-text';
import type { FormErrors } from '../page/handle-form';
import { html } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import type { Project } from '../project/project-head';
import { presentProjectPage } from '../project/project-page';
import { tablePath } from './data-path';
import { restorableText } from './deleted.page';

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
