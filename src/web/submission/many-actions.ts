import { VALIDATION_STATUSES } from '../../domain/submission/validation-status';
import { selectOptions } from '../page/form-field';
import { foldedControls } from '../page/components';
import { countText } from '../page/format-text';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { tablePath } from './data-path';
import { dataParameters } from './data-query';
import type { TableView } from './table-head';
import type { Abilities } from './submission-abilities';

export const MANY_FORM = 'many';

/** Group of the controls above the table. */
export const CONTROLS = 'controls';

const STATUS_OPTIONS = [
  { value: '', label: 'No status' },
  ...Object.entries(VALIDATION_STATUSES).map(([value, label]) => ({ value, label })),
];

/** Changes to the selected rows, or to all that match the filters. */
export function manyActions(
  visitor: Visitor,
  { assetUid, form, query }: TableView,
  count: number,
  { validate, remove }: Abilities,
): Html {
  if (!validate && !remove) return html``;
  const view = dataParameters(query, form);
  const isFiltered = query.filters.size > 0;
  return html`<form
    class="many"
    id="${MANY_FORM}"
    method="post"
    action="${tablePath(assetUid)}status/"
    aria-label="Change submissions"
  >
    ${csrfField(visitor)}<input type="hidden" name="view" value="${view.toString()}" /><input
      type="hidden"
      name="back"
      value="${tablePath(assetUid, view)}"
    />
    ${foldedControls(
      'Change',
      CONTROLS,
      html`<label class="choice" id="select-page" hidden
          ><input type="checkbox" id="select-all" /><span>All rows</span></label
        >
        <label for="target" class="visually-hidden">Change</label>
        <select id="target" name="target">
          <option value="ids">Selected rows</option>
          <option value="all">All ${countText(count)}${isFiltered && ' found'}</option>
        </select>
        ${validate && html`${statusSelect('')} <button class="quiet">Set status</button>`}
        ${remove && html`<button class="danger" formaction="${tablePath(assetUid)}delete/">Delete …</button>`}`,
    )}
  </form>`;
}

export function statusSelect(current: string): Html {
  return html`<label for="status" class="visually-hidden">Status</label
    ><select id="status" name="status">
      ${selectOptions(STATUS_OPTIONS, current)}
    </select>`;
}
