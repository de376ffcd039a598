import { isValidationStatusUid, VALIDATION_STATUSES } from '../../domain/submission/validation-status';
import { emptyState, notice, postButton } from '../page/components';
import { html, type Html } from '../page/html';
import { countText } from '../page/format-text';
import { csrfField } from '../page/page';
import { type Sent, textOf } from '../page/handle-form';
import type { Visitor } from '../page/visitor';
import { type Project, presentProjectPage } from '../project/project-head';
import { tablePath } from './data-query';

interface StatusQuestion {
  /** Selection in the syntax of the API's bulk change. */
  readonly payload: string;
  readonly count: number;
  /** Uid of the status; empty clears it. */
  readonly status: string;
  readonly back: string;
}

/** Asks before the status of many is set; leaving the page keeps everything. */
export function presentStatusQuestion(visitor: Visitor, project: Project, question: StatusQuestion) {
  const { payload, count, status, back } = question;
  const what = submissions(count);
  const hidden = Object.entries({ payload, status, back }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const body =
    count === 0
      ? emptyState({
          title: 'Nothing to change',
          text: 'No submission matches any more.',
          actions: html`<a class="button quiet" href="${back}">Back</a>`,
        })
      : html`<section class="sheet">
          <h2>
            ${isValidationStatusUid(status) ? `Set the status of ${what} to “${VALIDATION_STATUSES[status]}”?` : `Clear the status of ${what}?`}
          </h2>
          <p>The message that follows has a button to undo it.</p>
          <div class="buttons">
            <form method="post" action="${tablePath(project.uid)}status/confirmed/">
              ${csrfField(visitor)}${hidden}<button>
                ${status === '' ? 'Clear' : 'Set'} the status of ${what}
              </button>
            </form>
            <a class="button quiet" href="${back}">Change nothing</a>
          </div>
        </section>`;
  return presentProjectPage(visitor, project, { tab: 'data', title: 'Set status', body });
}

/** Number of changed submissions after a redirect, with a button to undo their change. @param back path after that */
export function statusNotice(visitor: Visitor, assetUid: string, sent: Sent, back: string): Html {
  const count = (name: string): number => {
    const text = textOf(sent[name]);
    return /^\d{1,15}$/.test(text) ? Number(text) : 0;
  };
  const [changed, skipped, change] = [count('changed'), count('skipped'), textOf(sent['change'])];
  switch (sent['done']) {
    case 'status':
      if (changed === 0) return notice('No status was set: the submissions are gone.');
      return notice(
        html`The status of ${submissions(changed)} was ${textOf(sent['status']) === '' ? 'cleared' : 'set'}.
        ${
          /^-?\d{1,16}$/.test(change) &&
          postButton(visitor, `${tablePath(assetUid)}status/undo/`, {
            label: 'Undo',
            style: 'quiet',
            fields: { change, back },
          })
        }`,
      );
    case 'status-undone':
      return notice(
        html`${changed === 0 ? 'Nothing was undone' : `Undone: ${submissions(changed)} ${changed === 1 ? 'has its' : 'have their'} former status again`}.
        ${skipped > 0 && `The status of ${submissions(skipped)} was changed since and stays.`}`,
      );
    default:
      return html``;
  }
}

function submissions(count: number): string {
  return `${countText(count)} ${count === 1 ? 'submission' : 'submissions'}`;
}
