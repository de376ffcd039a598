/**
 * Whose assets a list is about (contract-assets 2.1). `listed` is what a caller sees by itself: its own, what was granted
 * to it, and public collections that it follows with what is in them.
 */
export const ASSET_SIGHTS = ['listed', 'owned', 'granted', 'followed', 'discoverable', 'sharing'] as const;

export type AssetSight = (typeof ASSET_SIGHTS)[number];
