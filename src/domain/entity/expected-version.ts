import { isFirstOfBranch, readEntityChange } from './entity-change';
import type { EntityNode } from './entity-node';

/**
 * Version that a change adds if its entity is as the device expects it: absent, or not changed by others since. Then the
 * change needs no other version to be applied, and makes no conflict.
 */
export interface ExpectedVersion {
  readonly list: string;
  readonly uuid: string;
  /** Number of the current version; null if the change creates the entity. */
  readonly follows: number | null;
  /** Whether an earlier change of the same offline branch made the current version. */
  readonly continues: boolean;
  /** '' keeps the label. */
  readonly label: string;
  /** Properties that are changed. */
  readonly data: Readonly<Record<string, string>>;
  readonly trunkVersion: number | null;
  readonly branchId: string | null;
  readonly branchBase: number | null;
}

/** @returns undefined if a change cannot be applied in any state, or two change one entity: only a transaction decides */
export function expectedVersions(nodes: readonly EntityNode[]): ExpectedVersion[] | undefined {
  const versions = nodes.flatMap((node) => expectedVersion(node) ?? []);
  const keys = new Set(versions.map(({ list, uuid }) => `${uuid} ${list}`));
  return keys.size === nodes.length ? versions : undefined;
}

function expectedVersion(node: EntityNode): ExpectedVersion | undefined {
  const change = readEntityChange(node);
  if (typeof change === 'string') return undefined;
  const { uuid, creates, updates, label, data, baseVersion, trunkVersion, branchId } = change;
  const sent = { list: node.dataset, uuid, label, data, trunkVersion, branchId };
  if (updates && baseVersion !== null) {
    const continues = branchId !== null && !isFirstOfBranch(change);
    return { ...sent, follows: baseVersion, continues, branchBase: branchId === null ? null : baseVersion };
  }
  if (!creates || label === '') return undefined;
  return { ...sent, follows: null, continues: false, branchBase: baseVersion };
}
