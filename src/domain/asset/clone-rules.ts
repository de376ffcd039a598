import { type AssetType, hasFormSettings } from '../content/content';
import { InvalidError } from '../errors';
import type { AssetSettings } from './settings-rules';

/** Allowed target types of a clone, by source type (contract-service 2.1). */
const CLONE_TARGETS: Readonly<Record<AssetType, readonly AssetType[]>> = {
  block: ['block', 'question', 'survey', 'template'],
  question: ['question', 'survey', 'template'],
  survey: ['block', 'question', 'survey', 'template'],
  template: ['survey', 'template'],
  collection: [],
  empty: ['empty'],
};

/** Consent to share metadata applies to one project, so clones drop it. */
const SHARE_METADATA = 'share-metadata';

/** @throws InvalidError on `clone_from` for a collection, on `asset_type` for a target type that is not allowed */
export function assertMayClone(source: AssetType, target: AssetType): void {
  const targets = CLONE_TARGETS[source];
  if (targets.includes(target)) return;
  if (targets.length === 0) throw InvalidError.at('clone_from', `${subject(source)} can't be cloned.`);
  throw InvalidError.at(
    'asset_type',
    `${subject(source)} can't be cloned into a ${target}; choose one of: ${targets.join(', ')}.`,
  );
}

/**
 * Allows the type changes that a clone allows, and none once the asset is deployed. An import makes a survey of an empty
 * asset.
 * @throws InvalidError on the field `asset_type`
 */
export function assertMayChangeType(
  from: AssetType,
  to: AssetType,
  { deployed, imported = false }: { deployed: boolean; imported?: boolean },
): void {
  if (from === to) return;
  if (imported && from === 'empty' && to === 'survey') return;
  if (deployed) {
    throw InvalidError.at(
      'asset_type',
      `A deployed ${from} can't change its type. Clone it to a ${to} instead.`,
    );
  }
  const targets = CLONE_TARGETS[from].filter((target) => target !== from);
  if (targets.includes(to)) return;
  const choice = targets.length === 0 ? '' : `; choose one of: ${targets.join(', ')}`;
  throw InvalidError.at('asset_type', `${subject(from)} can't become a ${to}${choice}.`);
}

/**
 * Initial settings of a clone: those of the source when both are surveys or templates, without `share-metadata`
 * (contract-assets 2.4).
 */
export function inheritedSettings(
  source: { readonly assetType: AssetType; readonly settings: AssetSettings },
  target: AssetType,
): AssetSettings {
  if (!hasFormSettings(source.assetType) || !hasFormSettings(target)) return {};
  return Object.fromEntries(Object.entries(source.settings).filter(([key]) => key !== SHARE_METADATA));
}

function subject(type: AssetType): string {
  return type === 'empty' ? 'An empty asset' : `A ${type}`;
}
