import { parse } from 'node:querystring';
import { InvalidError } from '../../domain/errors';
import { type BulkSelection, readSelection } from '../../domain/submission/bulk-selection';
import { localPath, type Visitor } from '../page/visitor';
import { type Sent, textOf } from '../page/handle-form';
import { tablePath, filterCount, readDataQuery, dataParameters } from './data-query';
import type { FormColumns } from './form-columns';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../domain/account/actor';
import { PermissionService } from '../../modules/permission/permission.service';
import { SubmissionService } from '../../modules/submission/read/submission.service';
import { VALIDATION_STATUSES } from '../../domain/submission/validation-status';
import { selectOptions } from '../page/form-field';
import { foldedControls } from '../page/components';
import { html, type Html } from '../page/html';
import { countText } from '../page/format-text';
import { csrfField } from '../page/page';
import type { TableView } from './table-head';

/** Path after a change: the table with its filters, or a submission. */
export function readBackPath(assetUid: string, sent: Sent): string {
  const fallback = tablePath(assetUid);
  const path = localPath(sent['back'], fallback);
  return path.startsWith(fallback) ? path : fallback;
}

export const NOTHING_SELECTED = 'No submission is selected. Select rows, or all submissions.';

/**
 * Reads the selection of the form for many: checked rows, or all that match the filters of the table.
 * @throws InvalidError without a selection, or for a filter that the form no longer has
 */
export function readTableSelection(form: FormColumns, sent: Sent): BulkSelection {
  if (sent['target'] !== 'all') {
    const ids = sent['ids'];
    if (ids === undefined) throw new InvalidError(NOTHING_SELECTED);
    return readSelection({ submission_ids: Array.isArray(ids) ? (ids as unknown[]) : [ids] });
  }
  const view = parse(textOf(sent['view']));
  const { query, filters } = readDataQuery(form, view);
  // Without one of its filters, as after a deployment, "all found" would be more than the table showed.
  if (filters.size < filterCount(view))
    throw new InvalidError(
      'A filter no longer applies to the form. Open the table again and repeat the change.',
    );
  return query === undefined ? { kind: 'all' } : { kind: 'query', query };
}

/** The same selection without submissions that arrive later. @param newestId of those selected now */
export function boundedSelection(selection: BulkSelection, newestId: number): object {
  switch (selection.kind) {
    case 'ids':
      return { submission_ids: selection.ids };
    case 'all':
      return { query: { _id: { $lte: newestId } } };
    case 'query':
      return { query: { $and: [JSON.parse(selection.query), { _id: { $lte: newestId } }] } };
  }
}

/** Changes to submissions that the visitor may make, so that pages offer nothing that the API refuses. */
export interface Abilities {
  readonly change: boolean;
  readonly validate: boolean;
  readonly remove: boolean;
}

const CODENAMES = {
  change: 'change_submissions',
  validate: 'validate_submissions',
  remove: 'delete_submissions',
} as const;

@Injectable()
export class SubmissionAbilities {
  constructor(
    private readonly permissions: PermissionService,
    private readonly submissions: SubmissionService,
  ) {}

  /** @param id a submission; without it: any submission of the project */
  async of(actor: Actor, assetUid: string, id?: string): Promise<Abilities> {
    const allows = async (ability: keyof Abilities): Promise<boolean> => {
      const access = await this.permissions.authorize(actor, assetUid, CODENAMES[ability]);
      if (access === undefined) return false;
      return id === undefined || access.filter === undefined || this.submissions.isCovered(access, id);
    };
    const [change, validate, remove] = await Promise.all([
      allows('change'),
      allows('validate'),
      allows('remove'),
    ]);
    return { change, validate, remove };
  }
}

export const MANY_FORM = 'many';

/** Group of the controls above the table. */
export const CONTROLS = 'controls';

const STATUS_OPTIONS = [
  { value: '', label: 'No status' },
  ...Object.entries(VALIDATION_STATUSES).map(([value, label]) => ({ value, label })),
];

/** Changes to the selected rows, or to all that match the filters. @param sent has the choice of a change before */
export function manyActions(
  visitor: Visitor,
  { assetUid, form, query }: TableView,
  count: number,
  { validate, remove }: Abilities,
  sent: Sent,
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
          ${selectOptions(
            [
              { value: 'ids', label: 'Selected rows' },
              { value: 'all', label: `All ${countText(count)}${isFiltered ? ' found' : ''}` },
            ],
            textOf(sent['target']),
          )}
        </select>
        ${validate && html`${statusSelect(textOf(sent['status']))} <button class="quiet">Set status …</button>`}
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
