import type { AssetType } from '../content/asset-type';

export const DEPLOYMENT_STATUSES = ['deployed', 'draft', 'archived'] as const;

/** `-` for assets that cannot be deployed. */
export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number] | '-';

/** @param active null if the asset was never deployed */
export function deploymentStatus({
  assetType,
  active,
}: {
  readonly assetType: AssetType;
  readonly active: boolean | null;
}): DeploymentStatus {
  if (assetType !== 'survey') return '-';
  if (active === null) return 'draft';
  return active ? 'deployed' : 'archived';
}
