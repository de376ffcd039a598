import { type Codename, PERMISSIONS, PERMISSION_LABELS } from '../../domain/permission/codename';
import { type StoredPartialGrants, readPartialGrants } from '../../domain/permission/permission-set';
import type { Links } from '../../http/url/links';
import { JsonText } from '../../http/json-text';

export interface PresentableAssignment {
  readonly uid: string;
  readonly username: string;
  readonly codename: Codename;
  readonly partialGrants: StoredPartialGrants | null;
}

/** Permission (contract-service 1.3). */
export function presentPermission(links: Links, codename: Codename) {
  const { name, implied, contradictory } = PERMISSIONS[codename];
  return {
    url: links.permission(codename),
    codename,
    implied: implied.map((each) => links.permission(each)),
    contradictory: contradictory.map((each) => links.permission(each)),
    name,
  };
}

/** Assignment, in lists and in assets (contract-service 1.4). */
export function presentAssignment(links: Links, assetUid: string, assignment: PresentableAssignment) {
  return {
    url: links.plain.assetResource(assetUid, `permission-assignments/${assignment.uid}`),
    user: links.user(assignment.username),
    permission: links.permission(assignment.codename),
    ...(assignment.partialGrants !== null && {
      partial_permissions: presentPartialGrants(links, assignment.partialGrants),
    }),
    label: PERMISSION_LABELS[assignment.codename],
  };
}

export function presentAssignments(
  links: Links,
  assetUid: string,
  assignments: readonly PresentableAssignment[],
) {
  return assignments.map((each) => presentAssignment(links, assetUid, each));
}

function presentPartialGrants(links: Links, stored: StoredPartialGrants) {
  return [...readPartialGrants(stored)].map(([codename, filters]) => ({
    url: links.permission(codename),
    filters,
  }));
}

interface CachedJson {
  readonly origin: string;
  readonly text: JsonText;
}

/** Keyed by array identity; holds the JSON for the origin used last. */
const cache = new WeakMap<readonly PresentableAssignment[], CachedJson>();

/**
 * Serialises the assignments of an asset once per array: they are the largest part of an asset list.
 * @param links without format suffix
 */
export function cachedAssignmentsJson(
  links: Links,
  assetUid: string,
  assignments: readonly PresentableAssignment[],
): JsonText {
  const cached = cache.get(assignments);
  if (cached?.origin === links.origin) return cached.text;
  const text = new JsonText(Buffer.from(JSON.stringify(presentAssignments(links, assetUid, assignments))));
  cache.set(assignments, { origin: links.origin, text });
  return text;
}
