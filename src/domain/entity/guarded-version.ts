import { checkEntityNode, type DeclaredList, isWhole } from './checked-node';
import { applyEntityChange, type EntityKey, type EntityState, type NewEntityVersion } from './entity-change';
import type { EntityNode } from './entity-node';

/** Entity with its list, read without locks. A tag changes whenever its row does. */
export interface ReadState {
  readonly list: DeclaredList & { readonly tag: string };
  /** Undefined: the list has no such entity. */
  readonly entity: (EntityState & { readonly tag: string }) | undefined;
  /** Whether changes of the entity wait for an earlier one. */
  readonly isAwaited: boolean;
}

/** Version that is stored only if the rows from which it was decided did not change. */
export interface GuardedVersion extends EntityKey {
  readonly listTag: string;
  /** Null: the entity does not exist. */
  readonly entityTag: string | null;
  readonly version: NewEntityVersion;
}

/**
 * Decides on the entities of a submission without locks.
 * @param states of the nodes, in their order; undefined if the form declares no such list
 * @returns undefined if a change cannot be applied or others wait for it: only a transaction that holds the locks of the
 *   entities records and ends problems
 */
export function guardedVersions(
  nodes: readonly EntityNode[],
  states: readonly (ReadState | undefined)[],
): GuardedVersion[] | undefined {
  const versions = nodes.flatMap((node, index) => guardedVersion(node, states[index]) ?? []);
  const keys = new Set(versions.map(({ listId, uuid }) => `${listId} ${uuid}`));
  // The second change of an entity builds upon the first.
  return keys.size === nodes.length ? versions : undefined;
}

function guardedVersion(node: EntityNode, state: ReadState | undefined): GuardedVersion | undefined {
  if (state === undefined || state.isAwaited) return undefined;
  const { list, entity } = state;
  const { key, checked, needsApproval } = checkEntityNode(node, [list]);
  if (typeof checked === 'string' || !isWhole(key)) return undefined;
  const decision = applyEntityChange(entity, checked, needsApproval);
  if (decision.kind === 'refuse') return undefined;
  return { ...key, listTag: list.tag, entityTag: entity?.tag ?? null, version: decision.version };
}
