import type { Page } from '../../domain/page';
import type { AnswerChange } from '../../domain/submission/answer-changes';
import { t } from '../../language/message';
import type { SubmissionEditDetail } from '../../modules/submission/read/submission-history.service';
import { timeText } from '../page/components';
import { html, type Html, richText } from '../page/html';
import type { CellContext } from './answer-cell';
import { type FormColumn, type FormColumns, labelOf } from './form-columns';

interface EditedSubmission {
  readonly form: FormColumns;
  readonly context: CellContext;
  readonly edits: Page<SubmissionEditDetail>;
}

/** Edits with the answers that they changed, newest first. */
export function editList({ edits: { items, count }, form, context }: EditedSubmission): Html {
  if (count === 0) return html``;
  const labels = pathLabels(form.columns, context);
  return html`<section class="sheet" aria-labelledby="history">
    <h3 id="history">${t('History')}</h3>
    ${items.map(
      ({ editedAt, editedBy, changes }) =>
        html`<h4>
            ${richText('Edited by {name}, {time}', {}, { name: editedBy ?? t('anonymous'), time: timeText(editedAt) })}
          </h4>
          ${changes.length === 0 ? html`<p class="soft">${t('No answer changed.')}</p>` : changeTable(changes, labels)}`,
    )}
    ${
      count > items.length &&
      html`<p class="soft">
        ${t('{count, plural, one {# earlier edit is not shown.} other {# earlier edits are not shown.}}', { count: count - items.length })}
      </p>`
    }
  </section>`;
}

function changeTable(changes: readonly AnswerChange[], labels: ReadonlyMap<string, string>): Html {
  return html`<div class="table" role="region" aria-label="${t('Changed answers')}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${t('Question')}</th>
          <th scope="col">${t('Before')}</th>
          <th scope="col">${t('After')}</th>
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
