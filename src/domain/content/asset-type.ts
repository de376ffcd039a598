/**
 * What an asset is: a survey collects data; templates, blocks and questions are a library to build surveys from;
 * collections hold other assets (decision 13).
 */
export const ASSET_TYPES = ['block', 'question', 'survey', 'template', 'collection'] as const;

export type AssetType = (typeof ASSET_TYPES)[number];

/** Surveys and templates have form settings and locking profiles; blocks and questions lose both at save (contract-xlsform 2.2). */
export function hasFormSettings(type: AssetType): boolean {
  return type === 'survey' || type === 'template';
}
