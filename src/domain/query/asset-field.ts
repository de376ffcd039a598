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
