import { parse } from 'node:querystring';
import { InvalidError } from '../../domain/errors';
import { type BulkSelection, readSelection, selectionDigest } from '../../domain/submission/bulk-selection';
import { isJsonObject, parseJson } from '../../domain/text/json-members';
import type { TimeZone } from '../../domain/time-zone';
import { localPath, type Visitor } from '../page/visitor';
import { type Sent, textOf } from '../page/handle-form';
import { tablePath, filterCount, readDataQuery, dataParameters, type TableView } from './data-query';
import type { FormColumns } from './form-columns';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../domain/account/actor';
import { PermissionService } from '../../modules/permission/permission.service';
import { SubmissionService } from '../../modules/submission/read/submission.service';
import { VALIDATION_STATUSES } from '../../domain/submission/validation-status';
import { selectOptions } from '../page/form-field';
import { html, type Html } from '../page/html';
import { countText } from '../../language/format';
import { knownText, t } from '../../language/message';
import { csrfField } from '../page/page';

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
export function readTableSelection(form: FormColumns, sent: Sent, zone: TimeZone): BulkSelection {
  if (sent['target'] !== 'all') {
    const ids = sent['ids'];
    if (ids === undefined) throw new InvalidError(NOTHING_SELECTED);
    return readSelection({ submission_ids: Array.isArray(ids) ? (ids as unknown[]) : [ids] });
  }
  const view = parse(textOf(sent['view']));
  const { query, filters } = readDataQuery(form, view, zone);
  // Without one of its filters, as after a deployment, "all found" would be more than the table showed.
  if (filters.size < filterCount(view))
    throw new InvalidError(
      'A filter no longer applies to the form. Open the table again and repeat the change.',
    );
  return query === undefined ? { kind: 'all' } : { kind: 'query', query };
}

/** The same selection for the form of a question: submissions that arrive later are left out. @param ids those selected now */
export function boundedPayload(selection: BulkSelection, ids: readonly number[]): string {
  return withDigest(boundedSelection(selection, ids.at(-1) ?? 0), ids);
}

/** The same payload after its page counted the submissions again. */
export function renewedPayload(payload: string, ids: readonly number[]): string {
  const members = parseJson(payload);
  return isJsonObject(members) ? withDigest(members, ids) : payload;
}

function withDigest(payload: object, ids: readonly number[]): string {
  return JSON.stringify({ ...payload, [DIGEST]: selectionDigest(ids) });
}

/** Reads the payload of a question that was answered. A selection that differs from the one shown is refused. */
export function readShownSelection(payload: unknown): BulkSelection {
  const selection = readSelection(payload);
  if (selection.kind !== 'query') return selection;
  const members = parseJson(payload);
  const digest = isJsonObject(members) ? members[DIGEST] : undefined;
  return typeof digest === 'string' ? { ...selection, digest } : selection;
}

/** Member of a payload: digest of the ids that the page counted. */
const DIGEST = 'digest';

function boundedSelection(selection: BulkSelection, newestId: number): object {
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

/** Group of the controls above the table, of which one is open. */
export const CONTROLS = 'controls';

const statusOptions = () => [
  { value: '', label: t('No status') },
  ...Object.entries(VALIDATION_STATUSES).map(([value, label]) => ({ value, label: knownText(label) })),
];

/** Changes to the selected rows, or to all that match the filters. @param sent has the choice of a change before */
export function manyActions(
  visitor: Visitor,
  { assetUid, form, query }: TableView,
  count: number,
  { change, validate, remove }: Abilities,
  sent: Sent,
): Html | undefined {
  if (!change && !validate && !remove) return undefined;
  const view = dataParameters(query, form);
  const isFiltered = query.filters.size > 0;
  return html`<form
    class="many"
    id="${MANY_FORM}"
    method="post"
    action="${tablePath(assetUid)}status/"
    aria-label="${t('Change submissions')}"
  >
    ${csrfField(visitor)}<input type="hidden" name="view" value="${view.toString()}" /><input
      type="hidden"
      name="back"
      value="${tablePath(assetUid, view)}"
    />
    <label for="target" class="visually-hidden">${t('Change')}</label>
    <select id="target" name="target">
      ${selectOptions(
        [
          { value: 'ids', label: t('Selected rows') },
          {
            value: 'all',
            label: isFiltered
              ? t('All {count} found', { count: countText(count) })
              : t('All {count}', { count: countText(count) }),
          },
        ],
        textOf(sent['target']),
      )}
    </select>
    ${validate && html`${statusSelect(textOf(sent['status']))} <button class="quiet">${t('Set status …')}</button>`}
    ${change && html`<button class="quiet" formaction="${tablePath(assetUid)}edit/">${t('Edit …')}</button>`}
    ${remove && html`<button class="danger" formaction="${tablePath(assetUid)}delete/">${t('Delete …')}</button>`}
    <button type="reset" class="link">${t('Clear')}</button>
  </form>`;
}

export function statusSelect(current: string): Html {
  return html`<label for="status" class="visually-hidden">${t('Status')}</label
    ><select id="status" name="status">
      ${selectOptions(statusOptions(), current)}
    </select>`;
}
