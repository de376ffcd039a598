import type { Codename } from '../permission/codename';
import type { AssetType } from '../content/content';

/** Visibility of an asset (contract-assets 1.5). */
export type AssetStatus = 'private' | 'shared' | 'public' | 'public-discoverable';

export interface AssignedPermission {
  readonly userId: number;
  readonly codename: Codename;
}

/** Derives the visibility from the assignments of users other than the owner. */
export function assetStatus(
  assignments: readonly AssignedPermission[],
  ownerId: number,
  anonymousUserId: number,
): AssetStatus {
  const others = assignments.filter(({ userId }) => userId !== ownerId);
  const anonymous = new Set(
    others.flatMap((each) => (each.userId === anonymousUserId ? [each.codename] : [])),
  );
  if (anonymous.has('discover_asset')) return 'public-discoverable';
  if (anonymous.has('view_asset')) return 'public';
  return others.length > 0 ? 'shared' : 'private';
}

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

export interface AssetSubmissionCount {
  readonly submissions: number;
  readonly lastSubmitted: Date | null;
}

const NONE: AssetSubmissionCount = { submissions: 0, lastSubmitted: null };

/** Submission counts of assets, parsed lazily from the JSON of the database. */
export class AssetSubmissionCounts {
  private byAsset: ReadonlyMap<number, AssetSubmissionCount> | undefined;

  /** @param text JSON: `[asset id, count, last submission in ms or null]` of assets with any; canonical */
  constructor(readonly text: string) {}

  of(assetId: number): AssetSubmissionCount {
    this.byAsset ??= parse(this.text);
    return this.byAsset.get(assetId) ?? NONE;
  }
}

function parse(text: string): Map<number, AssetSubmissionCount> {
  const rows = JSON.parse(text) as [number, number, number | null][];
  return new Map(
    rows.map(([id, submissions, timestamp]) => [
      id,
      { submissions, lastSubmitted: timestamp === null ? null : new Date(timestamp) },
    ]),
  );
}

/**
 * Scope of an asset list (contract-assets 2.1). `listed`, the default: owned and granted assets, and followed public
 * collections with their children.
 */
export type AssetScope = 'listed' | 'owned' | 'granted' | 'followed' | 'discoverable' | 'sharing';
