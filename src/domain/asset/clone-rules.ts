import { type AssetType, hasFormSettings } from '../content/asset-type';
import { InvalidError } from '../errors';
import type { AssetSettings } from './settings-rules';

/** Which types a clone of each type may take (contract-service 2.1). Collections are never cloned. */
const CLONE_TARGETS: Readonly<Record<AssetType, readonly AssetType[]>> = {
  block: ['block', 'question', 'survey', 'template'],
  question: ['question', 'survey', 'template'],
  survey: ['block', 'question', 'survey', 'template'],
  template: ['survey', 'template'],
  collection: [],
};

/** Consent to share metadata belongs to one project and is never handed on by a clone. */
const SHARE_METADATA = 'share-metadata';

/**
 * Refuses a clone that the matrix does not allow.
 * @throws InvalidError on the field `clone_from` for a collection, on `asset_type` otherwise.
 */
export function assertMayClone(source: AssetType, target: AssetType): void {
  const targets = CLONE_TARGETS[source];
  if (targets.includes(target)) return;
  if (targets.length === 0) throw new InvalidError({ clone_from: [`A ${source} can't be cloned.`] });
  throw new InvalidError({
    asset_type: [`A ${source} can't be cloned into a ${target}; choose one of: ${targets.join(', ')}.`],
  });
}

/**
 * Refuses to make an asset one of another type, where a clone could not be of it either, or where data is collected.
 * @throws InvalidError on the field `asset_type`
 */
export function assertMayBecome(from: AssetType, to: AssetType, { deployed }: { deployed: boolean }): void {
  if (from === to) return;
  if (deployed) {
    throw new InvalidError({ asset_type: [`A deployed ${from} stays one; clone it to a ${to} instead.`] });
  }
  const targets = CLONE_TARGETS[from].filter((target) => target !== from);
  if (targets.includes(to)) return;
  const choice = targets.length === 0 ? '' : `; choose one of: ${targets.join(', ')}`;
  throw new InvalidError({ asset_type: [`A ${from} can't become a ${to}${choice}.`] });
}

/**
 * The settings that a clone begins with: those of the source only when both are surveys or templates, never its
 * `share-metadata` (contract-assets 2.4).
 */
export function inheritedSettings(
  source: { readonly assetType: AssetType; readonly settings: AssetSettings },
  target: AssetType,
): AssetSettings {
  if (!hasFormSettings(source.assetType) || !hasFormSettings(target)) return {};
  return Object.fromEntries(Object.entries(source.settings).filter(([key]) => key !== SHARE_METADATA));
}
