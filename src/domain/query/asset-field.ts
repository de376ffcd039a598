/** Columns that a search may ask of an asset, of its owner and of its deployment. */
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
  /** All that words without a field are looked for in, in small letters. */
  | 'searchText'
  /** A list of texts. */
  | 'tags';

export type AssetJsonColumn = 'settings' | 'summary' | 'dataSharing' | 'deploymentData' | 'ownerDetails';

/** What a moment is asked for in UTC beside itself: a part of it, as a number, or how it is written. */
export const MOMENT_PARTS = [
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
export type MomentPart = (typeof MOMENT_PARTS)[number];

/** What filters can ask of an asset, or of the collection that it is in. */
export type AssetField = { readonly of: 'asset' | 'parent' } & (
  | { readonly source: 'column'; readonly column: AssetColumn }
  | {
      readonly source: 'moment';
      readonly column: 'dateCreated' | 'dateModified' | 'dateDeployed';
      readonly part: MomentPart;
    }
  /** A value inside a column of JSON, by the names that lead to it; or its text, whatever it is, or its type. */
  | {
      readonly source: 'json';
      readonly column: AssetJsonColumn;
      readonly path: readonly string[];
      readonly as?: 'text' | 'type';
    }
);
