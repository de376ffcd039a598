import { type EntityChange, type EntityKey, type EntityProblem, readEntityChange } from './entity-change';
import type { EntityNode } from './entity-node';

/** A list that submissions to a form create or update entities of. */
export interface DeclaredList {
  readonly id: number;
  readonly name: string;
  readonly properties: readonly string[];
  readonly approvalRequired: boolean;
}

/** An entity of a submission, checked apart from its present state. */
export interface CheckedNode {
  readonly node: EntityNode;
  /** Lacks what is not known. */
  readonly key: Partial<EntityKey>;
  readonly checked: EntityChange | EntityProblem;
  readonly needsApproval: boolean;
}

/** @param lists that the form declares */
export function checkEntityNode(node: EntityNode, lists: readonly DeclaredList[]): CheckedNode {
  const list = lists.find(({ name }) => name === node.dataset);
  if (list === undefined) return { node, key: {}, checked: 'list_unknown', needsApproval: false };
  const { id: listId, approvalRequired: needsApproval } = list;
  const change = readEntityChange(node);
  if (typeof change === 'string') return { node, key: { listId }, checked: change, needsApproval };
  const isKnown = Object.keys(node.data).every((name) => list.properties.includes(name));
  const checked = isKnown ? change : 'property_unknown';
  return { node, key: { listId, uuid: change.uuid }, checked, needsApproval };
}

/** Returns the keys that are known wholly. */
export function keysOf(nodes: readonly CheckedNode[]): EntityKey[] {
  return nodes.flatMap(({ key }) => (isWhole(key) ? [key] : []));
}

export function isWhole(key: Partial<EntityKey>): key is EntityKey {
  return key.listId !== undefined && key.uuid !== undefined;
}
