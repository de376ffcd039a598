import { isValidationStatusUid, VALIDATION_STATUSES } from '../../domain/submission/validation-status';
import { emptyState, notice, postButton } from '../page/components';
import { html, type Html } from '../page/html';
import { knownText, type Text, t } from '../../language/message';
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
  const hidden = Object.entries({ payload, status, back }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const body =
    count === 0
      ? emptyState({
          title: t('Nothing to change'),
          text: t('No submission matches any more.'),
          actions: html`<a class="button quiet" href="${back}">${t('Back')}</a>`,
        })
      : html`<section class="sheet">
          <h2>${questionText(status, count)}</h2>
          <p>${t('The message that follows has a button to undo it.')}</p>
          <div class="buttons">
            <form method="post" action="${tablePath(project.uid)}status/confirmed/">
              ${csrfField(visitor)}${hidden}<button>
                ${status === '' ? t('Clear the status of {count, plural, one {# submission} other {# submissions}}', { count }) : t('Set the status of {count, plural, one {# submission} other {# submissions}}', { count })}
              </button>
            </form>
            <a class="button quiet" href="${back}">${t('Change nothing')}</a>
          </div>
        </section>`;
  return presentProjectPage(visitor, project, { tab: 'data', title: t('Set status'), body });
}

function questionText(status: string, count: number): Text {
  return isValidationStatusUid(status)
    ? t('Set the status of {count, plural, one {# submission} other {# submissions}} to “{status}”?', {
        count,
        status: knownText(VALIDATION_STATUSES[status]),
      })
    : t('Clear the status of {count, plural, one {# submission} other {# submissions}}?', { count });
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
      if (changed === 0) return notice(t('No status was set: the submissions are gone.'));
      return notice(
        html`${statusSet(textOf(sent['status']), changed)}
        ${
          /^-?\d{1,16}$/.test(change) &&
          postButton(visitor, `${tablePath(assetUid)}status/undo/`, {
            label: t('Undo'),
            style: 'quiet',
            fields: { change, back },
          })
        }`,
      );
    case 'status-undone':
      return notice(
        html`${
          changed === 0
            ? t('Nothing was undone.')
            : t(
                '{count, plural, one {Undone: # submission has its former status again.} other {Undone: # submissions have their former status again.}}',
                { count: changed },
              )
        }
        ${
          skipped > 0 &&
          t(
            'The status of {count, plural, one {# submission} other {# submissions}} was changed since and stays.',
            { count: skipped },
          )
        }`,
      );
    default:
      return html``;
  }
}

function statusSet(status: string, count: number): Text {
  return status === ''
    ? t('The status of {count, plural, one {# submission} other {# submissions}} was cleared.', { count })
    : t('The status of {count, plural, one {# submission} other {# submissions}} was set.', { count });
}
