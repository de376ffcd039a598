import type { AssetPage } from '../../modules/asset/asset-list.service';
import type { AssetView } from '../../modules/asset/asset-view.service';
import { emptyState, pager, postButton, recordTable, timeText, errorNotice, whole } from '../page/components';
import { labelledSelect } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { type HtmlPage, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { NEW_PROJECT_PATH } from '../project/new-project.page';
import { projectName } from '../project/project-page';
import { ITEM_TYPES, libraryParameters, type LibraryQuery, SOURCES } from './library-query';

const PATH = '/library/';

export function presentLibrary(visitor: Visitor, query: LibraryQuery, { count, items }: AssetPage) {
  const body = html`${searchForm(query)}
  ${
    items.length === 0
      ? nothingFound(query)
      : html`${recordTable({
          caption: 'Library',
          columns: ['Item', 'Type', 'Owner', 'Last change', whole()],
          rows: items.map((item) => itemRow(visitor, item)),
        })}
        ${pager(PATH, libraryParameters(query), { ...query.window, count })}`
  }`;
  return presentHtmlPage(visitor, libraryPage(query, body));
}

/** A search that the API refuses. */
export function presentInvalidLibrarySearch(visitor: Visitor, query: LibraryQuery, errors: FormErrors) {
  const body = html`${searchForm(query)} ${errorNotice(errors)}`;
  return presentHtmlPage(visitor, {
    ...libraryPage(query, body),
    errors,
  });
}

function libraryPage({ collection }: LibraryQuery, body: Html): HtmlPage {
  return {
    title: 'Library',
    section: 'library',
    body: html`<h1>Library</h1>
      ${collection !== '' && html`<p><a href="${PATH}">All of the library</a></p>`} ${body}`,
  };
}

function nothingFound({ search, type, source, collection }: LibraryQuery): Html {
  const isFiltered = search !== '' || type !== '' || collection !== '';
  if (isFiltered) {
    return emptyState({
      title: 'Nothing found',
      text: 'No item of the library matches.',
      actions: html`<a class="button quiet" href="${PATH}">Show all</a>`,
    });
  }
  return emptyState({
    title: source === 'public' ? 'No public collections' : 'Your library is empty',
    text: 'The library keeps templates, blocks and questions to start projects from, in collections that can be shared.',
    actions: html`<a class="button" href="${NEW_PROJECT_PATH}">New project</a>`,
  });
}

function searchForm({ search, type, source, collection }: LibraryQuery): Html {
  return html`<form class="search" method="get" action="${PATH}" role="search" aria-label="Library">
    ${collection !== '' && html`<input type="hidden" name="collection" value="${collection}" />`}
    <div><label for="q">Search</label><input type="search" id="q" name="q" value="${search}" /></div>
    ${labelledSelect('type', 'Type', ITEM_TYPES, type)} ${labelledSelect('source', 'From', SOURCES, source)}
    <button class="quiet">Show</button>
  </form>`;
}

function itemRow(visitor: Visitor, item: AssetView) {
  const { uid, assetType, childCount, ownerUsername, dateModified } = item;
  const name = projectName(item);
  if (assetType === 'collection') {
    return [
      html`<a class="name" dir="auto" href="${PATH}?collection=${uid}">${name}</a>`,
      `collection of ${childCount}`,
      ownerUsername,
      timeText(dateModified),
      '',
    ];
  }
  return [
    html`<span dir="auto">${name}</span>`,
    assetType,
    ownerUsername,
    timeText(dateModified),
    html`<div class="buttons">
      ${postButton(visitor, `${NEW_PROJECT_PATH}clone/`, {
        label: html`Start a project<span class="visually-hidden"> from ${name}</span>`,
        style: 'quiet',
        fields: { source: uid },
      })}
      <a href="/api/v2/assets/${uid}.xls">XLSForm<span class="visually-hidden"> of ${name}</span></a>
    </div>`,
  ];
}
