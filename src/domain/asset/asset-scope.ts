/**
 * Scope of an asset list (contract-assets 2.1). `listed`, the default: owned and granted assets, and followed public
 * collections with their children.
 */
export type AssetScope = 'listed' | 'owned' | 'granted' | 'followed' | 'discoverable' | 'sharing';
