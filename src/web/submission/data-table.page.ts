import { type Text, t, knownText, type Localized } from '../../language/message';
import { html, type Html, richText } from '../page/html';
import {
  dataParameters,
  SYSTEM_COLUMNS,
  type SystemKey,
  tablePath,
  type TableView,
  submissionPath,
} from './data-query';
import { groupLabel, labelOf } from './form-columns';
import { isEditable } from './answer-field';
import { columnFilter, systemFilter } from './table-filters';
import type { SubmissionCursor } from '../../domain/query/submission-order';
import type { ValidationStatus } from '../../domain/submission/validation-status';
import { escapeAttribute } from '../../domain/text/xml-text';
import { badge, emptyState, notice, timeText, type Tone, errorNotice } from '../page/components';
import type { FormErrors } from '../page/handle-form';
import { ROWS_SLOT } from '../page/page';
import type { Visitor } from '../page/visitor';
import { tableTexts } from '../page/script-texts';
import {
  NONE_SHARED,
  type Project,
  type ProjectTab,
  presentProjectPage,
  projectPath,
  viewsSome,
} from '../project/project-head';
import { MANY_FORM } from './selection-form';
import { answerCell, cell, type CellContext } from './answer-cell';
import type { SubmissionRow } from '../../domain/submission/submission-json';
import { tablePager, toolBar } from './table-toolbar';

/** Columns before and after those of the form. */
export const LEADING: readonly SystemKey[] = ['_validation_status'];
export const TRAILING: readonly SystemKey[] = ['_submission_time', '_submitted_by'];

/** Rows of groups and of labels, each label with its filter. @param isSelectable whether rows have checkboxes @param isEditable whether the visitor may change answers */
function tableHead(
  view: TableView,
  { isSelectable, isEditable: mayEdit }: { readonly isSelectable: boolean; readonly isEditable: boolean },
): Html {
  const { columns, language } = view.query;
  return html`<thead>
    ${groupRow(view)}
    <tr>
      <th scope="col">
        ${
          isSelectable &&
          html`<input type="checkbox" id="select-all" aria-label="${t('All rows of this page')}" hidden />`
        }
        ${t('Submission')}
      </th>
      ${LEADING.map((key) => systemHeader(view, key))}
      ${columns.map((column) => {
        const label = labelOf(column, language);
        const filter = columnFilter(view, column);
        return column.kind === 'repeat'
          ? html`<th scope="col"><span title="${label}" dir="auto">${label}</span>${filter}</th>`
          : sortableHeader(view, {
              key: column.key,
              label,
              filter,
              isFigure: column.kind === 'number',
              isEditable: mayEdit && isEditable(column),
            });
      })}
      ${TRAILING.map((key) => systemHeader(view, key))}
    </tr>
  </thead>`;
}

/** Neighbouring columns of a group share a header; no row without groups. */
function groupRow({ query: { columns, language } }: TableView): Html {
  const spans: { label: string; count: number }[] = [];
  for (const column of columns) {
    const label = groupLabel(column, language);
    const last = spans.at(-1);
    if (last?.label === label) last.count += 1;
    else spans.push({ label, count: 1 });
  }
  if (spans.every(({ label }) => label === '')) return html``;
  return html`<tr class="groups">
    <td colspan="${1 + LEADING.length}"></td>
    ${spans.map(({ label, count }) =>
      label === ''
        ? html`<td colspan="${count}"></td>`
        : html`<th scope="colgroup" colspan="${count}" dir="auto">${label}</th>`,
    )}
    <td colspan="${TRAILING.length}"></td>
  </tr>`;
}

function systemHeader(view: TableView, key: SystemKey): Html {
  return sortableHeader(view, { key, label: SYSTEM_COLUMNS[key].label(), filter: systemFilter(view, key) });
}

/** The first click sorts in ascending order, the next one reverses it. */
function sortableHeader(
  { assetUid, form, query }: TableView,
  {
    key,
    label,
    filter,
    isFigure = false,
    isEditable: isEditableHere = false,
  }: {
    readonly key: string;
    readonly label: Text;
    readonly filter: Html;
    readonly isFigure?: boolean;
    readonly isEditable?: boolean;
  },
): Html {
  const [isAscending, isDescending] = [query.sort === key, query.sort === `-${key}`];
  const href = tablePath(assetUid, dataParameters(query, form, { sort: isAscending ? `-${key}` : key }));
  const direction = isAscending ? 'ascending' : isDescending ? 'descending' : undefined;
  const mark = isAscending ? '↑ ' : isDescending ? '↓ ' : '';
  return html`<th
    scope="col"
    ${isFigure && html`class="figure"`}
    ${isEditableHere && html` data-question="${key}"`}
    ${direction !== undefined && html` aria-sort="${direction}"`}
  >
    <a href="${href}" title="${label}"
      >${mark !== '' && html`<span aria-hidden="true">${mark}</span>`}<bdi>${label}</bdi></a
    >${filter}
  </th>`;
}

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
  /** Changes of selected rows, for those who may make them. */
  readonly actions?: Html | undefined;
  /** Whether the visitor may change answers, whose cells the script then edits. */
  readonly isEditable?: boolean;
  /** Path of deleted submissions, for those who may restore them. */
  readonly restorable?: string | undefined;
}

export function presentTable(visitor: Visitor, project: Project, page: TablePage, parts: TableParts) {
  const { count, query } = page;
  const isFiltered = query.filters.size > 0;
  const body =
    count === 0 && !isFiltered
      ? noSubmissions(project)
      : html`${toolBar(page, count, count > 0 ? parts.actions : undefined)}
          <div class="sheet grid" role="region" aria-label="${t('Submissions')}" tabindex="0">
            <table>
              <caption class="visually-hidden">
                ${t('Submissions')}
              </caption>
              ${tableHead(page, { isSelectable: count > 0 && parts.actions !== undefined, isEditable: parts.isEditable ?? false })}
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
    scriptTexts: tableTexts(),
    usesFetch: parts.isEditable ?? false,
    rows: page.rows,
    body: html`<h2 class="visually-hidden">${t('Submissions')}</h2>
      ${parts.message} ${body}
      ${
        parts.restorable !== undefined &&
        html`<p class="soft"><a href="${parts.restorable}">${t('Deleted submissions')}</a></p>`
      }`,
  });
}

export function presentUndeployed(visitor: Visitor, project: Project, tab: ProjectTab) {
  return presentProjectPage(visitor, project, { tab, body: noSubmissions(project) });
}

/** A URL whose cursor is not of its order, such as one that was edited. */
export function presentInvalidTable(visitor: Visitor, project: Project, errors: FormErrors) {
  const body = html`${errorNotice(errors)}
    <a class="button quiet" href="${tablePath(project.uid)}">${t('Show all submissions')}</a>`;
  return presentProjectPage(visitor, project, { tab: 'data', body, errors });
}

function noMatch({ uid }: Project): Html {
  return notice(
    richText('No submission matches the filters. Change them, or <a>show all submissions</a>.', {
      a: (text) => html`<a href="${tablePath(uid)}">${text}</a>`,
    }),
  );
}

function noSubmissions(project: Project): Html {
  const { uid, deployment } = project;
  if (viewsSome(project) && deployment !== 'draft') return emptyState(NONE_SHARED);
  const isDraft = deployment === 'draft';
  return emptyState({
    title: t('No submissions yet'),
    text: isDraft
      ? t('Deploy the form, then collect answers with a web form or a collector app.')
      : t('Submissions appear here as soon as they are sent from a web form or a collector app.'),
    actions: html`<a class="button quiet" href="${projectPath(uid, isDraft ? 'form/' : 'collect/')}"
      >${isDraft ? t('Go to the form') : t('Collect data')}</a
    >`,
  });
}

export const encryptedText = (): Localized =>
  t('Encrypted. Pull it with ODK Briefcase and decrypt it with the private key of the form.');

/** @param isSelectable whether rows have checkboxes of the form for many */
export function tableRow(
  row: SubmissionRow,
  view: TableView,
  context: CellContext,
  isSelectable: boolean,
): string {
  const { id, status, submittedAt, submittedBy } = row;
  const checkbox = isSelectable
    ? `<input type="checkbox" name="ids" value="${id}" form="${MANY_FORM}" aria-label="${escapeAttribute(t('Select {id}', { id }).in(context.pageLanguage))}"> `
    : '';
  const path = escapeAttribute(submissionPath(view.assetUid, id, context.parameters));
  const { columns } = view.query;
  const cells = row.isEncrypted
    ? [encryptedCell(columns.length, context)]
    : columns.map((column) =>
        cell(answerCell(column, row.answers, row, context), context, column.kind === 'number'),
      );
  return (
    `<tr><th scope="row">${checkbox}<a href="${path}">${id}</a></th>` +
    cell(statusBadge(status), context) +
    cells.join('') +
    cell(submittedAt === '' ? '' : timeText(new Date(`${submittedAt}Z`)), context) +
    `${cell(submittedBy ?? '', context)}</tr>`
  );
}

/** Spans the columns of the answers, which only the holder of the private key can read. */
function encryptedCell(columnCount: number, { pageLanguage }: CellContext): string {
  const text = escapeAttribute(encryptedText().in(pageLanguage));
  return columnCount === 0 ? '' : `<td class="soft" colspan="${columnCount}">${text}</td>`;
}

const TONES: Readonly<Record<ValidationStatus['uid'], Tone>> = {
  validation_status_approved: 'good',
  validation_status_not_approved: 'bad',
  validation_status_on_hold: 'caution',
};

export function statusBadge(status: ValidationStatus | undefined): Html | '' {
  return status === undefined ? '' : badge(knownText(status.label), TONES[status.uid]);
}
