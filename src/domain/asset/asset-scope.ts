/**
 * Scope of an asset list (contract-assets 2.1). `listed`, the default: owned and granted assets, and followed public
 * collections with their children.
 */
export const ASSET_SCOPES = ['listed', 'owned', 'granted', 'followed', 'discoverable', 'sharing'] as const;

export type AssetScope = (typeof ASSET_SCOPES)[number];
