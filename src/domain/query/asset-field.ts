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

/** What filters can ask of an asset, or of the collection that it is in. */
export type AssetField = { readonly of: 'asset' | 'parent' } & (
  | { readonly source: 'column'; readonly column: AssetColumn }
  /** A value inside a column of JSON, by the names that lead to it. */
  | { readonly source: 'json'; readonly column: AssetJsonColumn; readonly path: readonly string[] }
);
