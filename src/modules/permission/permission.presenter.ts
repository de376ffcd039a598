import { type Codename, PERMISSIONS, PERMISSION_LABELS } from '../../domain/permission/permission-table';
import { type StoredPartialGrants, readPartialGrants } from '../../domain/permission/partial-grant';
import type { Links } from '../../http/url/links';

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
