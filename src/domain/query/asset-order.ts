import { QUERY_LIMITS } from './query-limits';

/** What a list of assets can be ordered by. */
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
  /** Collections are more than all else. */
  | 'isCollection';

export interface AssetSortKey {
  readonly by: AssetSort;
  readonly descending: boolean;
}

const TERMS: Readonly<Record<string, AssetSort>> = {
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
 * Reads `ordering` and `collections_first` (contract-assets 2.1): names parted by commas, each with a minus sign for
 * descending; the first of a name counts, and what is no name is passed over.
 * @returns no key for the order that lists have by themselves
 */
export function readAssetOrder(ordering: string, collectionsFirst: boolean): readonly AssetSortKey[] {
  const keys = new Map<AssetSort, AssetSortKey>();
  for (const word of ordering.split(',', QUERY_LIMITS.sortTerms)) {
    const [, minus, name = ''] = /^\s*(-?)(.*?)\s*$/.exec(word)!;
    const by = Object.hasOwn(TERMS, name) ? TERMS[name] : undefined;
    if (by !== undefined && !keys.has(by)) keys.set(by, { by, descending: minus === '-' });
  }
  const asked = [...keys.values()];
  if (!collectionsFirst) return asked;
  return [{ by: 'isCollection', descending: true }, ...(asked.length === 0 ? [NEWEST_FIRST] : asked)];
}
