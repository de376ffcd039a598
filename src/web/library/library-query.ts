import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../domain/account/actor';
import {
  AssetListService,
  type AssetFilter,
  type AssetListing,
} from '../../modules/asset/asset-list.service';
import type { AssetView } from '../../modules/asset/asset-view.service';
import type { PageWindow } from '../../domain/page';
import { readAssetOrder } from '../../domain/query/asset-field';
import { t } from '../../language/message';
import type { Option } from '../page/form-field';
import { readStart, type Sent, textOf } from '../page/handle-form';

/** Offered to put items into; more are reached by the API. */
const WINDOW = { limit: 200, start: 0 };

/** Finds the collections of the library that take items. */
@Injectable()
export class Collections {
  constructor(private readonly lists: AssetListService) {}

  async changeableBy(actor: UserActor): Promise<readonly AssetView[]> {
    const filter = { scope: 'listed', search: 'asset_type:collection' } as const;
    const { items } = await this.lists.list(actor, filter, LIBRARY_ORDER, WINDOW).read();
    return items.filter(({ held }) => held.has('change_asset'));
  }
}

export const LIBRARY_PATH = '/library/';
const ITEMS_PER_PAGE = 50;

export const itemTypes = (): readonly Option[] => [
  { value: '', label: t('All types') },
  { value: 'template', label: t('Templates') },
  { value: 'block', label: t('Blocks') },
  { value: 'question', label: t('Questions') },
  { value: 'collection', label: t('Collections') },
];

export const sources = (): readonly Option[] => [
  { value: '', label: t('My library') },
  { value: 'public', label: t('Public collections') },
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
  return {
    search: textOf(sent['q']).trim(),
    type: itemTypes().find(({ value }) => value === sent['type'])?.value ?? '',
    source: sources().find(({ value }) => value === sent['source'])?.value ?? '',
    collection: readUid(sent['collection']),
    window: { limit: ITEMS_PER_PAGE, start: readStart(sent) },
  };
}

/** '' for anything else. */
export function readUid(sent: unknown): string {
  const uid = textOf(sent);
  return /^a\w{21}$/.test(uid) ? uid : '';
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

/** @param done key of the message that the page shows */
export function libraryPath(parameters: Readonly<Record<string, string>>, done?: string): string {
  const query = new URLSearchParams({ ...parameters, ...(done !== undefined && { done }) }).toString();
  return query === '' ? LIBRARY_PATH : `${LIBRARY_PATH}?${query}`;
}
