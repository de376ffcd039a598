import type { UserActor } from '../../domain/account/actor';
import { t } from '../../language/message';
import type { AssetPage } from '../../modules/asset/asset-list.service';
import type { AssetView } from '../../modules/asset/asset-view.service';
import {
  doneNotice,
  emptyState,
  errorNotice,
  pager,
  postButton,
  recordTable,
  timeText,
  whole,
} from '../page/components';
import { LISTS_PATH, listsPurpose } from '../entity/entity-list.page';
import { formField, labelledSelect, type Option } from '../page/form-field';
import { type FormErrors, type Sent, textOf } from '../page/handle-form';
import { html, type Html, type HtmlValue, richText } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { NEW_PROJECT_PATH } from '../project/new-project.page';
import { assetTypeText, projectName } from '../project/project-head';
import { LIBRARY_UPLOAD_PATH, uploadTexts, uploadTypeField, workbookForm } from '../project/workbook-form';
import {
  itemTypes,
  LIBRARY_PATH,
  libraryParameters,
  libraryPath,
  type LibraryQuery,
  sources,
} from './library-query';

export interface LibraryView {
  readonly query: LibraryQuery;
  /** Undefined for a search that the API refuses. */
  readonly page: AssetPage | undefined;
  /** That the visitor may change. */
  readonly collections: readonly AssetView[];
  readonly scripts: Html;
}

/** The form that was sent, with its errors. */
interface LibraryOutcome {
  readonly sent?: Sent;
  readonly errors?: FormErrors | undefined;
  readonly form?: 'upload' | 'collection' | 'move' | 'search';
}

const doneTexts = () => ({
  saved: t('The library has it now.'),
  collection: t('The collection was created.'),
  moved: t('The item was moved.'),
});

export function presentLibrary(
  visitor: Visitor<UserActor>,
  { query, page, collections, scripts }: LibraryView,
  { sent, errors, form }: LibraryOutcome,
) {
  const current = collections.find(({ uid }) => uid === query.collection);
  const title = current === undefined ? t('Library') : projectName(current);
  const isElsewhere = form === 'move' || form === 'search';
  const body = html`${doneNotice(sent, doneTexts())}
    ${isElsewhere && errors !== undefined && errorNotice(errors)} ${searchForm(query)}
    ${page !== undefined && itemList(visitor, query, page, collections)}
    <div class="columns halves">
      ${uploadSection(visitor, { sent, errors: form === 'upload' ? errors : undefined })}
      ${collectionSection(visitor, { sent, errors: form === 'collection' ? errors : undefined })}
    </div>
    <section class="sheet" aria-labelledby="entity-lists">
      <h2 id="entity-lists"><a href="${LISTS_PATH}">${t('Lists that grow in the field')}</a></h2>
      <p class="soft">${listsPurpose()}</p>
    </section>`;
  return presentHtmlPage(visitor, {
    title,
    section: 'library',
    head: {
      title,
      label: t('Library'),
      ...(query.collection !== '' && { trail: [{ path: LIBRARY_PATH, name: t('Library') }] }),
    },
    body,
    scripts,
    scriptTexts: uploadTexts(),
    usesFetch: true,
    errors,
  });
}

function itemList(
  visitor: Visitor<UserActor>,
  query: LibraryQuery,
  { count, items }: AssetPage,
  collections: readonly AssetView[],
): Html {
  if (items.length === 0) return nothingFound(query);
  return html`${recordTable({
    caption: t('Library'),
    columns: [t('Item'), t('Type'), t('Owner'), t('Last change'), whole()],
    rows: items.map((item) => itemRow(visitor, item, query, collections)),
  })}
  ${pager(LIBRARY_PATH, libraryParameters(query), { ...query.window, count })}`;
}

function nothingFound({ search, type, source, collection }: LibraryQuery): Html {
  if (search !== '' || type !== '') {
    return emptyState({
      title: t('Nothing found'),
      text: t('No item of the library matches.'),
      actions: html`<a class="button quiet" href="${LIBRARY_PATH}">${t('Show all')}</a>`,
    });
  }
  if (collection !== '') {
    return emptyState({
      title: t('The collection is empty'),
      text: t('Move items of your library to it, or save parts of forms to it.'),
    });
  }
  return emptyState({
    title: source === 'public' ? t('No public collections') : t('Your library is empty'),
    text: t(
      'The library keeps templates, blocks and questions to start projects from, in collections that can be shared. Upload an XLSForm below, or open the form of a project and choose “Save to the library”.',
    ),
  });
}

function searchForm({ search, type, source, collection }: LibraryQuery): Html {
  return html`<form
    class="search"
    method="get"
    action="${LIBRARY_PATH}"
    role="search"
    aria-label="${t('Library')}"
  >
    ${collection !== '' && html`<input type="hidden" name="collection" value="${collection}" />`}
    <div><label for="q">${t('Search')}</label><input type="search" id="q" name="q" value="${search}" /></div>
    ${labelledSelect('type', t('Type'), itemTypes(), type)}
    ${labelledSelect('source', t('From'), sources(), source)}
    <button class="quiet">${t('Show')}</button>
  </form>`;
}

function itemRow(
  visitor: Visitor<UserActor>,
  item: AssetView,
  query: LibraryQuery,
  collections: readonly AssetView[],
) {
  const { uid, assetType, childCount, ownerUsername, dateModified } = item;
  const name = projectName(item);
  if (assetType === 'collection') {
    return [
      html`<a class="name" dir="auto" href="${libraryPath({ collection: uid })}">${name}</a>`,
      t('{count, plural, one {collection of #} other {collection of #}}', { count: childCount }),
      ownerUsername,
      timeText(dateModified),
      '',
    ];
  }
  const hidden = { span: (text: HtmlValue) => html`<span class="visually-hidden">${text}</span>` };
  return [
    html`<span dir="auto">${name}</span>`,
    assetTypeText(assetType),
    ownerUsername,
    timeText(dateModified),
    html`<div class="buttons">
      ${postButton(visitor, `${NEW_PROJECT_PATH}clone/`, {
        label: richText('Start a project<span> from {name}</span>', hidden, { name }),
        style: 'quiet',
        fields: { source: uid },
      })}
      <a href="/api/v2/assets/${uid}.xls">${richText('XLSForm<span> of {name}</span>', hidden, { name })}</a>
      ${item.held.has('change_asset') && moveForm(visitor, item, query, collections)}
    </div>`,
  ];
}

/** Moves an item to a collection, or out of one. */
function moveForm(
  visitor: Visitor,
  { uid, parentUid, ...item }: AssetView,
  query: LibraryQuery,
  collections: readonly AssetView[],
): Html {
  if (collections.length === 0) return html``;
  const name = projectName({ uid, ...item });
  const id = `collection-${uid}`;
  return html`<details class="more">
    <summary>
      ${t('Collection')}<span class="visually-hidden"> <bdi>${name}</bdi></span>
    </summary>
    <form method="post" action="${LIBRARY_PATH}${uid}/move/">
      ${csrfField(visitor)}<input type="hidden" name="from" value="${query.collection}" />
      ${formField(
        {
          name: 'collection',
          id,
          label: t('Collection'),
          type: 'select',
          options: collectionOptions(collections),
          value: parentUid ?? '',
          optional: true,
        },
        undefined,
      )}
      <div class="buttons"><button class="quiet">${t('Move the item')}</button></div>
    </form>
  </details>`;
}

export function collectionOptions(collections: readonly AssetView[]): Option[] {
  return [
    { value: '', label: t('No collection') },
    ...collections.map((each) => ({ value: each.uid, label: projectName(each), isEntered: true })),
  ];
}

interface SectionState {
  readonly sent: Sent | undefined;
  readonly errors: FormErrors | undefined;
}

function uploadSection(visitor: Visitor, { sent, errors }: SectionState): Html {
  const url = textOf(sent?.['url']);
  const fields = uploadTypeField(sent?.['type'], errors);
  return html`<section class="sheet" aria-labelledby="upload">
    <h2 id="upload">${t('Upload into the library')}</h2>
    <p class="soft">
      ${t('A workbook with the sheet “library” becomes a collection of its blocks and questions.')}
    </p>
    ${workbookForm(visitor, LIBRARY_UPLOAD_PATH, { label: t('Upload'), errors, url, fields })}
  </section>`;
}

function collectionSection(visitor: Visitor, { sent, errors }: SectionState): Html {
  const name = textOf(sent?.['name']);
  return html`<section class="sheet" aria-labelledby="new-collection">
    <h2 id="new-collection">${t('New collection')}</h2>
    <p class="soft">${t('Holds items that belong together, and can be shared as a whole.')}</p>
    <form method="post" action="${LIBRARY_PATH}collections/">
      ${csrfField(visitor)}
      ${formField({ name: 'name', label: t('Name of the collection'), value: name, autocomplete: 'off' }, errors)}
      <div class="buttons"><button class="quiet">${t('Create the collection')}</button></div>
    </form>
  </section>`;
}
