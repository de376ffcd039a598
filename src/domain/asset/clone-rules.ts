import { InvalidError } from '../errors';
import { AssetType } from '../content/asset-type';

/** Which types a clone of each type may take (contract-service 2.1). Collections are never cloned. */
const CLONE_TARGETS: Readonly<Record<AssetType, readonly AssetType[]>> = {
  block: ['block', 'question', 'survey', 'template'],
  question: ['question', 'survey', 'template'],
  survey: ['block', 'question', 'survey', 'template'],
  template: ['survey', 'template'],
  collection: [],
};

/** Whether an asset of type `source` may be cloned into one of type `target`. */
export function mayCloneInto(source: AssetType, target: AssetType): boolean {
  return CLONE_TARGETS[source].includes(target);
}

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
