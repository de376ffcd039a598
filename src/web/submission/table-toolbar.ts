import { type Text, t } from '../../language/message';
import { type SubmissionCursor, writeCursor } from '../../domain/query/submission-order';
import { foldedControls, rangeText, pageLinks } from '../page/components';
import { choiceField, labelledSelect } from '../page/form-field';
import { countText } from '../../language/format';
import { html, type Html } from '../page/html';
import {
  dataParameters,
  type DataQuery,
  languageOptions,
  languageValue,
  PAGE_SIZES,
  tablePath,
  type TableView,
} from './data-query';
import { type FormColumns, labelOf } from './form-columns';
import { CONTROLS } from './selection-form';
import { filterChips, VIEW_FORM } from './table-filters';

/** The number of submissions, what is shown of them, and changes of those that are selected. */
export function toolBar(view: TableView, count: number, actions: Html | undefined): Html {
  return html`<div class="controls toolbar">${viewForm(view, count)} ${actions}</div>`;
}

/** Such as `2,002 submissions`; with filters `13 submissions found`. */
function foundText({ query }: TableView, count: number): Html {
  return html`<strong class="count"
    >${
      query.filters.size > 0
        ? t('{count, plural, one {# submission found} other {# submissions found}}', { count })
        : t('{count, plural, one {# submission} other {# submissions}}', { count })
    }</strong
  >`;
}

function viewForm(view: TableView, count: number): Html {
  const { assetUid, form, query } = view;
  const { language, limit, sort, filters } = query;
  const isChanged = filters.size > 0 || sort !== '';
  return html`<form
    class="view"
    id="${VIEW_FORM}"
    method="get"
    action="${tablePath(assetUid)}"
    aria-label="${t('Table')}"
  >
    <input type="hidden" name="sort" value="${sort}" />
    ${foundText(view, count)} ${filterChips(view)}
    ${isChanged && html`<a href="${tablePath(assetUid)}">${t('Reset')}</a>`}
    ${foldedControls(
      t('View'),
      CONTROLS,
      html`${columnsChoice(view)}
        ${labelledSelect('lang', t('Labels'), languageOptions(form), languageValue(language))}
        ${labelledSelect(
          'rows',
          t('Rows'),
          PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) })),
          String(limit),
        )} <noscript><button class="quiet">${t('Show')}</button></noscript>`,
    )}
  </form>`;
}

function columnsChoice({ form, query: { columns, language } }: TableView): Html {
  const shown = new Set(columns);
  return html`<details class="columns-choice">
    <summary class="button quiet">
      ${t('Columns ({shown} of {all})', { shown: columns.length, all: form.columns.length })}
    </summary>
    <div class="sheet">
      <input
        type="search"
        id="find-column"
        aria-label="${t('Find a column')}"
        placeholder="${t('Find a column')}"
        hidden
      />
      <fieldset>
        <legend class="visually-hidden">${t('Columns')}</legend>
        ${form.columns.map((column) =>
          choiceField('checkbox', {
            name: 'c',
            value: column.key,
            label: labelOf(column, language),
            checked: shown.has(column),
          }),
        )}
      </fieldset>
      <p class="soft" id="no-column" hidden>${t('No column has this name.')}</p>
      <div class="buttons">
        <button>${t('Show')}</button>
        <button type="button" class="quiet" data-columns="all" hidden>${t('All')}</button>
        <button type="button" class="quiet" data-columns="none" hidden>${t('None')}</button>
      </div>
    </div>
  </details>`;
}

interface CursorPage {
  readonly form: FormColumns;
  readonly query: DataQuery;
  readonly nextCursor: SubmissionCursor | undefined;
}

/** Links to the pages around, and an entry of the number of a page. Nothing for a single page. */
export function tablePager(page: TableView & CursorPage & { count: number; rowCount: number }): Html {
  const { assetUid, query, form, count, nextCursor, rowCount } = page;
  const { start, limit } = query;
  if (nextCursor === undefined && start === 0 && count <= limit) return html``;
  const last = Math.max(1, Math.ceil(count / limit));
  const current = Math.floor(start / limit) + 1;
  const text = rangeText(start, rowCount, count);
  const hidden = [...dataParameters(query, form)].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const pathAt = (at: number): string =>
    tablePath(assetUid, dataParameters(query, form, { start: at > 0 ? String(at) : '' }));
  const next = nextCursor !== undefined && nextPath(page, (parameters) => tablePath(assetUid, parameters));
  return html`<nav class="pager" aria-label="${t('Pages')}">
    <span class="soft">${text}</span>
    <span class="pages">
      ${start > 0 && html`<a href="${pathAt(0)}">${t('First')}</a> <a href="${pathAt(start - limit)}" rel="prev">${t('Previous')}</a>`}
      <form method="get" action="${tablePath(assetUid)}">
        ${hidden}<label for="page">${t('Page')}</label
        ><input type="number" id="page" name="page" min="1" max="${last}" required value="${current}" /><span
          class="soft"
          >${t('of {count}', { count: countText(last) })}</span
        ><button class="quiet">${t('Go')}</button>
      </form>
      ${next !== false && html`<a href="${next}" rel="next">${t('Next')}</a>`}
      ${current < last && html`<a href="${pathAt((last - 1) * limit)}">${t('Last')}</a>`}
    </span>
  </nav>`;
}

function nextPath(
  { form, query, nextCursor }: CursorPage,
  pathOf: (parameters: URLSearchParams) => string,
): string {
  const after = nextCursor === undefined ? '' : writeCursor(nextCursor);
  return pathOf(dataParameters(query, form, { start: String(query.start + query.limit), after }));
}

/** Links to the pages before and after: the next one is found by its cursor, earlier ones by their position. */
export function cursorPager(
  text: Text,
  page: CursorPage,
  pathOf: (parameters: URLSearchParams) => string,
): Html {
  const { form, query, nextCursor } = page;
  const before = query.start - query.limit;
  return pageLinks(text, {
    previous:
      query.start > 0 && pathOf(dataParameters(query, form, { start: before > 0 ? String(before) : '' })),
    next: nextCursor !== undefined && nextPath(page, pathOf),
  });
}
