/**
 * Surveys collect data; templates, blocks and questions are library items; collections contain other assets (decision 13).
 * An `empty` asset waits for the import that makes it a survey (decision 137).
 */
export const ASSET_TYPES = ['block', 'question', 'survey', 'template', 'collection', 'empty'] as const;

export type AssetType = (typeof ASSET_TYPES)[number];

/** Whether the type has form settings and locking profiles; blocks and questions lose both at save (contract-xlsform 2.2). */
export function hasFormSettings(type: AssetType): boolean {
  return type === 'survey' || type === 'template';
}
