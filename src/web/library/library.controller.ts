import { Get, Query } from '@nestjs/common';
import { SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import {
  AssetListService,
  type AssetPage,
  type AssetFilter,
  type AssetListing,
} from '../../modules/asset/asset-list.service';
import {
  handleForm,
  type FormErrors,
  type Sent,
  textOf,
  readStart,
  PageController,
} from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import type { AssetView } from '../../modules/asset/asset-view.service';
import { emptyState, pager, postButton, recordTable, timeText, errorNotice, whole } from '../page/components';
import { labelledSelect, type Option } from '../page/form-field';
import { html, type Html } from '../page/html';
import { type HtmlPage, presentHtmlPage } from '../page/page';
import { NEW_PROJECT_PATH } from '../project/new-project.page';
import { projectName } from '../project/project-head';
import type { PageWindow } from '../../domain/page';
import { readAssetOrder } from '../../domain/query/asset-field';

const ITEMS_PER_PAGE = 50;

const ITEM_TYPES: readonly Option[] = [
  { value: '', label: 'All types' },
  { value: 'template', label: 'Templates' },
  { value: 'block', label: 'Blocks' },
  { value: 'question', label: 'Questions' },
  { value: 'collection', label: 'Collections' },
];

export const SOURCES: readonly Option[] = [
  { value: '', label: 'My library' },
  { value: 'public', label: 'Public collections' },
];

/** Search, type, source and page of the library. Unknown values count as absent. */
interface LibraryQuery {
  readonly search: string;
  readonly type: string;
  readonly source: string;
  /** Uid of the collection whose items are shown; '' for all. */
  readonly collection: string;
  readonly window: PageWindow;
}

const LIBRARY_ORDER: AssetListing = {
  order: readAssetOrder('name', true),
  ownAssignmentsOnly: true,
  metadata: false,
};

function readLibraryQuery(sent: Sent): LibraryQuery {
  const collection = textOf(sent['collection']);
  return {
    search: textOf(sent['q']).trim(),
    type: ITEM_TYPES.find(({ value }) => value === sent['type'])?.value ?? '',
    source: SOURCES.find(({ value }) => value === sent['source'])?.value ?? '',
    collection: /^a\w{21}$/.test(collection) ? collection : '',
    window: { limit: ITEMS_PER_PAGE, start: readStart(sent) },
  };
}

/** The list in terms of the API. */
function libraryFilter({ search, type, source, collection }: LibraryQuery): AssetFilter {
  const terms = [
    search && `(${search})`,
    type ? `asset_type:${type}` : 'NOT asset_type:survey AND NOT asset_type:empty',
    collection && `parent__uid:${collection}`,
  ];
  return {
    scope: source === 'public' && collection === '' ? 'discoverable' : 'listed',
    search: terms.filter(Boolean).join(' AND '),
  };
}

/** Parameters of the library's links; defaults are left out. */
function libraryParameters({ search, type, source, collection }: LibraryQuery): Record<string, string> {
  return {
    ...(search !== '' && { q: search }),
    ...(type !== '' && { type }),
    ...(source !== '' && { source }),
    ...(collection !== '' && { collection }),
  };
}

const PATH = '/library/';

function presentLibrary(visitor: Visitor, query: LibraryQuery, { count, items }: AssetPage) {
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
function presentInvalidLibrarySearch(visitor: Visitor, query: LibraryQuery, errors: FormErrors) {
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

/** Templates, blocks, questions and collections, from which projects start. */
@PageController('library')
export class LibraryController {
  constructor(private readonly lists: AssetListService) {}

  @Get()
  @SignedIn()
  list(@CurrentVisitor() visitor: Visitor<UserActor>, @Query() sent: Sent) {
    const query = readLibraryQuery(sent);
    return handleForm(
      () => this.lists.list(visitor.actor, libraryFilter(query), LIBRARY_ORDER, query.window).read(),
      {
        done: (page) => presentLibrary(visitor, query, page),
        invalid: (errors) => presentInvalidLibrarySearch(visitor, query, errors),
      },
    );
  }
}
