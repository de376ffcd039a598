import { type SubmissionCursor, writeCursor } from '../../domain/query/submission-order';
import type { ValidationStatus } from '../../domain/submission/validation-status';
import { escapeAttribute } from '../../domain/text/xml-text';
import {
  badge,
  emptyState,
  foldedControls,
  notice,
  timeText,
  type Tone,
  errorNotice,
  rangeText,
  pageLinks,
} from '../page/components';
import { choiceField, labelledSelect } from '../page/form-field';
import { html, type Html } from '../page/html';
import { countText } from '../page/format-text';
import type { FormErrors } from '../page/handle-form';
import { ROWS_SLOT } from '../page/page';
import type { Visitor } from '../page/visitor';
import {
  NONE_SHARED,
  type Project,
  type ProjectTab,
  presentProjectPage,
  projectPath,
  viewsSome,
} from '../project/project-head';
import { CONTROLS, MANY_FORM } from './selection-form';
import { answerCell, cell, type CellContext } from './answer-cell';
import {
  submissionPath,
  tablePath,
  languageOptions,
  languageValue,
  PAGE_SIZES,
  dataParameters,
  type DataQuery,
} from './data-query';
import type { DataRow } from './data-row';
import { labelOf, type FormColumns } from './form-columns';
import { tableHead, type TableView, VIEW_FORM } from './table-head';

export interface TablePage extends TableView {
  readonly count: number;
  readonly nextCursor: SubmissionCursor | undefined;
  /** Rows of the table, rendered and encoded while they were read. */
  readonly rows: Uint8Array;
  readonly rowCount: number;
}

/** Extras around the table that depend on what the visitor may do. */
export interface TableParts {
  readonly scripts: Html;
  readonly message?: Html;
  readonly actions?: Html;
  /** Path of deleted submissions, for those who may restore them. */
  readonly restorable?: string | undefined;
}

export function presentTable(visitor: Visitor, project: Project, page: TablePage, parts: TableParts) {
  const { count, query } = page;
  const isFiltered = query.filters.size > 0;
  const body =
    count === 0 && !isFiltered
      ? noSubmissions(project)
      : html`<div class="controls">${viewForm(page)} ${count > 0 && parts.actions}</div>
          <div class="sheet grid" role="region" aria-label="Submissions" tabindex="0">
            <table>
              <caption class="visually-hidden">
                Submissions
              </caption>
              ${tableHead(page)}
              <tbody>
                ${ROWS_SLOT}
              </tbody>
            </table>
          </div>
          ${count === 0 ? noMatch(project) : tablePager(page)}`;
  return presentProjectPage(visitor, project, {
    tab: 'data',
    wide: count > 0 || isFiltered,
    scripts: parts.scripts,
    rows: page.rows,
    body: html`<h2 class="visually-hidden">Submissions</h2>
      ${parts.message} ${body}
      ${
        parts.restorable !== undefined &&
        html`<p class="soft"><a href="${parts.restorable}">Deleted submissions</a></p>`
      }`,
  });
}

export function presentUndeployed(visitor: Visitor, project: Project, tab: ProjectTab) {
  return presentProjectPage(visitor, project, { tab, body: noSubmissions(project) });
}

/** A URL whose cursor is not of its order, such as one that was edited. */
export function presentInvalidTable(visitor: Visitor, project: Project, errors: FormErrors) {
  const body = html`${errorNotice(errors)}
    <a class="button quiet" href="${tablePath(project.uid)}">Show all submissions</a>`;
  return presentProjectPage(visitor, project, { tab: 'data', body, errors });
}

function noMatch({ uid }: Project): Html {
  return notice(
    html`No submission matches the filters. Change them, or
      <a href="${tablePath(uid)}">show all submissions</a>.`,
  );
}

function noSubmissions(project: Project): Html {
  const { uid, deployment } = project;
  if (viewsSome(project) && deployment !== 'draft') return emptyState(NONE_SHARED);
  const isDraft = deployment === 'draft';
  return emptyState({
    title: 'No submissions yet',
    text: isDraft
      ? 'Deploy the form, then collect answers with a web form or a collector app.'
      : 'Submissions appear here as soon as they are sent from a web form or a collector app.',
    actions: html`<a class="button quiet" href="${projectPath(uid, isDraft ? 'form/' : 'collect/')}"
      >${isDraft ? 'Go to the form' : 'Collect data'}</a
    >`,
  });
}

export const ENCRYPTED =
  'Encrypted. Pull it with ODK Briefcase and decrypt it with the private key of the form.';

/** @param isSelectable whether rows have checkboxes of the form for many */
export function tableRow(row: DataRow, view: TableView, context: CellContext, isSelectable: boolean): string {
  const { id, status, submittedAt, submittedBy } = row;
  const checkbox = isSelectable
    ? `<input type="checkbox" name="ids" value="${id}" form="${MANY_FORM}" aria-label="Select ${id}"> `
    : '';
  const path = escapeAttribute(submissionPath(view.assetUid, id, context.parameters));
  const { columns } = view.query;
  const cells = row.isEncrypted
    ? [encryptedCell(columns.length)]
    : columns.map((column) => cell(answerCell(column, row.answers, row, context), column.kind === 'number'));
  return (
    `<tr><th scope="row">${checkbox}<a href="${path}">${id}</a></th>` +
    cell(statusBadge(status)) +
    cells.join('') +
    cell(submittedAt === '' ? '' : timeText(new Date(`${submittedAt}Z`))) +
    `${cell(submittedBy ?? '')}</tr>`
  );
}

/** Spans the columns of the answers, which only the holder of the private key can read. */
function encryptedCell(columnCount: number): string {
  return columnCount === 0 ? '' : `<td class="soft" colspan="${columnCount}">${ENCRYPTED}</td>`;
}

const TONES: Readonly<Record<ValidationStatus['uid'], Tone>> = {
  validation_status_approved: 'good',
  validation_status_not_approved: 'bad',
  validation_status_on_hold: 'caution',
};

export function statusBadge(status: ValidationStatus | undefined): Html | '' {
  return status === undefined ? '' : badge(status.label, TONES[status.uid]);
}

function viewForm({ assetUid, form, query }: TableView): Html {
  const { language, limit, sort, columns, filters } = query;
  const shown = new Set(columns);
  const isChanged = filters.size > 0 || sort !== '';
  return html`<form
    class="search view"
    id="${VIEW_FORM}"
    method="get"
    action="${tablePath(assetUid)}"
    aria-label="Table"
  >
    <input type="hidden" name="sort" value="${sort}" />
    ${foldedControls(
      'View',
      CONTROLS,
      html`<details class="columns-choice">
          <summary class="button quiet">Columns (${columns.length} of ${form.columns.length})</summary>
          <fieldset class="sheet">
            <legend>Columns</legend>
            ${form.columns.map((column) =>
              choiceField('checkbox', {
                name: 'c',
                value: column.key,
                label: labelOf(column, language),
                checked: shown.has(column),
              }),
            )}
          </fieldset>
        </details>
        ${labelledSelect('lang', 'Labels', languageOptions(form), languageValue(language))}
        ${labelledSelect(
          'rows',
          'Rows',
          PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) })),
          String(limit),
        )}
        ${filtersChoice(filters.size > 0)}`,
    )}
    <button class="quiet">Show</button>
    ${isChanged && html`<a href="${tablePath(assetUid)}">Reset</a>`}
  </form>`;
}

/** Unfolds the filters in the head of the table on phones. Without a name: the URL has the filters only. */
function filtersChoice(checked: boolean): Html {
  return html`<label class="choice filters-choice"
    ><input type="checkbox" id="show-filters" ${checked && html` checked`} /><span
      >Show the filters</span
    ></label
  >`;
}

function tablePager(page: TablePage): Html {
  const { assetUid, query, count, nextCursor, rowCount } = page;
  if (nextCursor === undefined && query.start === 0 && count <= query.limit) {
    return html`<p class="soft">${countText(count)} ${count === 1 ? 'submission' : 'submissions'}</p>`;
  }
  return cursorPager(rangeText(query.start, rowCount, count), page, (parameters) =>
    tablePath(assetUid, parameters),
  );
}

interface CursorPage {
  readonly form: FormColumns;
  readonly query: DataQuery;
  readonly nextCursor: SubmissionCursor | undefined;
}

/** Links to the pages before and after: the next one is found by its cursor, earlier ones by their position. */
export function cursorPager(
  text: string,
  { form, query, nextCursor }: CursorPage,
  pathOf: (parameters: URLSearchParams) => string,
): Html {
  const { start, limit } = query;
  const pathAt = (at: number, after = ''): string =>
    pathOf(dataParameters(query, form, { start: at > 0 ? String(at) : '', after }));
  return pageLinks(text, {
    previous: start > 0 && pathAt(start - limit),
    next: nextCursor !== undefined && pathAt(start + limit, writeCursor(nextCursor)),
  });
}
