import { Injectable } from '@nestjs/common';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { EntityData } from '../../domain/entity/entity-change';
import type { UploadTarget } from '../../domain/entity/entity-upload';

export interface StoredTarget extends UploadTarget {
  readonly id: string;
  readonly uuid: string;
}

export interface UploadedVersion {
  /** Of the entity. */
  readonly id: string;
  readonly version: number;
  readonly label: string;
  readonly data: EntityData;
}

/** Reads and changes many entities at a time, for uploads. */
@Injectable()
export class EntityUploadRepository {
  /** Entities with these uuids, also deleted ones. */
  targets(transaction: Transaction, listId: number, uuids: readonly string[]): Promise<StoredTarget[]> {
    return managerOf(transaction).query(
      `SELECT id::text AS id, uuid, version, label, data, date_deleted IS NOT NULL AS "isDeleted" FROM entity
        WHERE list_id = $1 AND uuid = ANY ($2::uuid[]) ORDER BY id`,
      [listId, uuids],
    );
  }

  /** Adds a version of a person to each; a conflict stays. The caller holds the locks of the entities. */
  async appendAll(
    transaction: Transaction,
    versions: readonly UploadedVersion[],
    { createdBy, now }: { createdBy: string; now: Date },
  ): Promise<void> {
    await managerOf(transaction).query(
      `WITH sent AS (
         SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::jsonb[]) AS s (id, version, label, data)
       ), changed AS (
         UPDATE entity e SET version = s.version, label = s.label, data = s.data, date_modified = $6
           FROM sent s WHERE e.id = s.id
       )
       INSERT INTO entity_version (entity_id, version, label, data, base_version, conflicting, created_by, date_created)
       SELECT id, version, label, data, version - 1, '[]', $5, $6 FROM sent`,
      [
        versions.map(({ id }) => id),
        versions.map(({ version }) => version),
        versions.map(({ label }) => label),
        versions.map(({ data }) => JSON.stringify(data)),
        createdBy,
        now,
      ],
    );
  }
}
