import { QUERY_LIMITS } from './operand';

/** Searchable columns of an asset, its owner and its deployment. */
export type AssetColumn =
  | 'uid'
  | 'name'
  | 'assetType'
  | 'lastModifiedBy'
  | 'ownerUsername'
  | 'deploymentStatus'
  | 'dateCreated'
  | 'dateModified'
  | 'dateDeployed'
  /** Lower case text that terms without a field search. */
  | 'searchText'
  | 'tags';

export type AssetJsonColumn = 'settings' | 'summary' | 'dataSharing' | 'deploymentData' | 'ownerDetails';

/** Parts of a timestamp in UTC, as numbers; `text` is its textual form. */
export const TIMESTAMP_PARTS = [
  'iso_year',
  'quarter',
  'month',
  'week',
  'day',
  'week_day',
  'iso_week_day',
  'hour',
  'minute',
  'second',
  'text',
] as const;
export type TimestampPart = (typeof TIMESTAMP_PARTS)[number];

/** Field of an asset, or of its parent collection, in a filter. */
export type AssetField = { readonly of: 'asset' | 'parent' } & (
  | { readonly source: 'column'; readonly column: AssetColumn }
  | {
      readonly source: 'timestamp';
      readonly column: 'dateCreated' | 'dateModified' | 'dateDeployed';
      readonly part: TimestampPart;
    }
  /** Value at a path in a JSON column, or the value as text, or its JSON type. */
  | {
      readonly source: 'json';
      readonly column: AssetJsonColumn;
      readonly path: readonly string[];
      readonly as?: 'text' | 'type';
    }
);

export type AssetSort =
  | 'assetType'
  | 'dateModified'
  | 'dayModified'
  | 'dateDeployed'
  | 'dayDeployed'
  | 'name'
  | 'sector'
  | 'sectorValue'
  | 'description'
  | 'ownerUsername'
  | 'ownerName'
  | 'ownerOrganization'
  | 'ownerEmail'
  | 'deploymentStatus'
  | 'lastModifiedBy'
  | 'subscriberCount'
  /** True sorts after false. */
  | 'isCollection';

export interface AssetSortKey {
  readonly by: AssetSort;
  readonly descending: boolean;
}

const SORT_FIELDS: Readonly<Record<string, AssetSort>> = {
  asset_type: 'assetType',
  date_modified: 'dateModified',
  date_modified__date: 'dayModified',
  date_deployed: 'dateDeployed',
  date_deployed__date: 'dayDeployed',
  name: 'name',
  settings__sector: 'sector',
  settings__sector__value: 'sectorValue',
  settings__description: 'description',
  owner__username: 'ownerUsername',
  owner__extra_details__data__name: 'ownerName',
  owner__extra_details__data__organization: 'ownerOrganization',
  owner__email: 'ownerEmail',
  _deployment_status: 'deploymentStatus',
  last_modified_by: 'lastModifiedBy',
  subscribers_count: 'subscriberCount',
};

const NEWEST_FIRST: AssetSortKey = { by: 'dateModified', descending: true };

/**
 * Reads `ordering` and `collections_first` (contract-assets 2.1): comma-separated names, descending with a minus sign.
 * Ignores unknown names and repeated ones.
 * @returns no key for the default order
 */
export function readAssetOrder(ordering: string, collectionsFirst: boolean): readonly AssetSortKey[] {
  const keys = new Map<AssetSort, AssetSortKey>();
  for (const word of ordering.split(',', QUERY_LIMITS.sortTerms)) {
    const [, minus, name = ''] = /^\s*(-?)(.*?)\s*$/.exec(word)!;
    const by = Object.hasOwn(SORT_FIELDS, name) ? SORT_FIELDS[name] : undefined;
    if (by !== undefined && !keys.has(by)) keys.set(by, { by, descending: minus === '-' });
  }
  const requested = [...keys.values()];
  if (!collectionsFirst) return requested;
  return [{ by: 'isCollection', descending: true }, ...(requested.length === 0 ? [NEWEST_FIRST] : requested)];
}
