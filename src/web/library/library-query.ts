import type { PageWindow } from '../../domain/page';
import { readAssetOrder } from '../../domain/query/asset-order';
import type { AssetFilter, AssetListing } from '../../modules/asset/asset-list.service';
import type { Option } from '../page/form-field';
import { type Sent, textOf, readStart } from '../page/sent-form';

const ITEMS_PER_PAGE = 50;

export const ITEM_TYPES: readonly Option[] = [
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
export interface LibraryQuery {
  readonly search: string;
  readonly type: string;
  readonly source: string;
  /** Uid of the collection whose items are shown; '' for all. */
  readonly collection: string;
  readonly window: PageWindow;
}

export const LIBRARY_ORDER: AssetListing = {
  order: readAssetOrder('name', true),
  ownAssignmentsOnly: true,
  metadata: false,
};

export function readLibraryQuery(sent: Sent): LibraryQuery {
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
export function libraryFilter({ search, type, source, collection }: LibraryQuery): AssetFilter {
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
export function libraryParameters({
  search,
  type,
  source,
  collection,
}: LibraryQuery): Record<string, string> {
  return {
    ...(search !== '' && { q: search }),
    ...(type !== '' && { type }),
    ...(source !== '' && { source }),
    ...(collection !== '' && { collection }),
  };
}
