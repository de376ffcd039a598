import type { GuardedVersion } from '../domain/entity/guarded-version';

/** Parameter `versions` of `store_submissions_with_entities` (functions/store-submissions-with-entities.sql). */
export function guardedVersionsJson(
  batch: readonly { readonly versions: readonly GuardedVersion[] }[],
): string {
  const rows = batch.flatMap(({ versions }, index) =>
    versions.map(({ listId, uuid, listTag, entityTag, version }) => ({
      place: index + 1,
      list_id: listId,
      list_xmin: listTag,
      uuid,
      entity_xmin: entityTag,
      version: version.version,
      label: version.label,
      data: version.data,
      base_version: version.baseVersion,
      trunk_version: version.trunkVersion,
      branch_id: version.branchId,
      branch_base: version.branchBase,
      conflict: version.conflict,
      conflicting: version.conflicting,
    })),
  );
  return JSON.stringify(rows);
}
