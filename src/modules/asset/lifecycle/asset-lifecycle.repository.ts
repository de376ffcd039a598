import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { submissionCountSql } from '../../../database/query/submission-sql';
import { DISTRIBUTED_TABLES } from '../../../database/sharding/distributed-tables';
import { managerOf, invalidateOnCommit } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import type { AssetType } from '../../../domain/content/content';

export interface LockedAsset {
  readonly id: number;
  readonly uid: string;
  readonly assetType: AssetType;
  readonly ownerId: number;
  readonly createdBy: string | null;
  readonly hasSubmissions: boolean;
  /** Null when never deployed. */
  readonly active: boolean | null;
}

@Injectable()
export class AssetLifecycleRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** `SELECT … FOR UPDATE` of the assets that are not deleted, ordered by id. */
  async lock(transaction: Transaction, ids: readonly number[]): Promise<LockedAsset[]> {
    return managerOf(transaction).query<LockedAsset[]>(
      `SELECT a.id, a.uid, a.asset_type AS "assetType", a.owner_id AS "ownerId", a.created_by AS "createdBy", d.active,
              ${submissionCountSql('a.id')} > 0 AS "hasSubmissions"
         FROM asset a LEFT JOIN deployment d ON d.asset_id = a.id
        WHERE a.id = ANY($1::int[]) AND a.date_deleted IS NULL ORDER BY a.id FOR UPDATE OF a`,
      [ids],
    );
  }

  /** Excludes deleted assets. */
  async idsOwnedBy(ownerId: number): Promise<number[]> {
    const rows = await this.dataSource.query<{ id: number }[]>(
      'SELECT id FROM asset WHERE owner_id = $1 AND date_deleted IS NULL',
      [ownerId],
    );
    return rows.map(({ id }) => id);
  }

  /** Locks and returns the ids of deleted assets that are not being purged. @param ownerId absent: any owner */
  async lockRestorable(
    transaction: Transaction,
    { uids, ownerId }: { uids?: readonly string[]; ownerId?: number },
  ): Promise<number[]> {
    const rows = await managerOf(transaction).query<{ id: number }[]>(
      `SELECT id FROM asset
        WHERE ($1::text[] IS NULL OR uid = ANY($1)) AND ($2::int IS NULL OR owner_id = $2)
          AND date_deleted IS NOT NULL AND NOT is_purging ORDER BY id FOR UPDATE`,
      [uids ?? null, ownerId ?? null],
    );
    return rows.map(({ id }) => id);
  }

  async anyDeleted(uids: readonly string[]): Promise<boolean> {
    const rows = await this.dataSource.query<object[]>(
      'SELECT 1 FROM asset WHERE uid = ANY($1::text[]) AND date_deleted IS NOT NULL LIMIT 1',
      [uids],
    );
    return rows.length > 0;
  }

  async setActive(
    transaction: Transaction,
    ids: readonly number[],
    { active, now }: { active: boolean; now: Date },
  ): Promise<void> {
    await managerOf(transaction).query(
      'UPDATE deployment SET active = $2, date_modified = $3 WHERE asset_id = ANY($1::int[])',
      [ids, active, now],
    );
    await this.update(transaction, ids, 'date_modified = $2', [now]);
  }

  async softDelete(transaction: Transaction, ids: readonly number[], now: Date): Promise<void> {
    await this.update(transaction, ids, 'date_deleted = $2, date_modified = $2', [now]);
  }

  /** Also unarchives, so that a restored project accepts submissions. */
  async restore(transaction: Transaction, ids: readonly number[], now: Date): Promise<void> {
    await this.update(transaction, ids, 'date_deleted = NULL, date_modified = $2', [now]);
    await this.setActive(transaction, ids, { active: true, now });
  }

  /** Ids of assets deleted before the date or being purged, oldest first; at most 1000. */
  async findPurgeable(deletedBefore: Date): Promise<number[]> {
    const rows = await this.dataSource.query<{ id: number }[]>(
      `SELECT id FROM asset WHERE date_deleted IS NOT NULL AND (date_deleted < $1 OR is_purging)
        ORDER BY date_deleted LIMIT 1000`,
      [deletedBefore],
    );
    return rows.map(({ id }) => id);
  }

  /** Ids of empty assets created before the date, oldest first; at most 1000. */
  async findAbandoned(createdBefore: Date): Promise<number[]> {
    const rows = await this.dataSource.query<{ id: number }[]>(
      `SELECT id FROM asset WHERE asset_type = 'empty' AND date_created < $1 AND date_deleted IS NULL
        ORDER BY date_created LIMIT 1000`,
      [createdBefore],
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes an empty asset, to be purged at once. @returns false when an import has filled it */
  async abandon(id: number, now: Date): Promise<boolean> {
    const rows = await this.dataSource.query<[object[], number]>(
      `UPDATE asset SET is_purging = true, date_deleted = coalesce(date_deleted, $2)
        WHERE id = $1 AND asset_type = 'empty' RETURNING id`,
      [id, now],
    );
    return rows[1] === 1;
  }

  /** Marks the asset as being purged: it can no longer be restored. @returns false when it was restored in the meantime */
  async beginPurge(id: number, deletedBefore: Date): Promise<boolean> {
    const rows = await this.dataSource.query<[object[], number]>(
      'UPDATE asset SET is_purging = true WHERE id = $1 AND (date_deleted < $2 OR is_purging) RETURNING id',
      [id, deletedBefore],
    );
    return rows[1] === 1;
  }

  async detachChildren(transaction: Transaction, id: number): Promise<number[]> {
    const [rows] = await managerOf(transaction).query<[{ id: number }[], number]>(
      'UPDATE asset SET parent_id = NULL WHERE parent_id = $1 RETURNING id',
      [id],
    );
    for (const child of rows) invalidateOnCommit(transaction, 'asset', child.id);
    return rows.map((child) => child.id);
  }

  /** Deletes the row; foreign keys cascade, except from distributed tables. */
  async hardDelete(transaction: Transaction, id: number): Promise<void> {
    for (const table of DISTRIBUTED_TABLES) {
      await managerOf(transaction).query(`DELETE FROM ${table} WHERE asset_id = $1`, [id]);
    }
    await managerOf(transaction).query('DELETE FROM asset WHERE id = $1 AND is_purging', [id]);
    invalidateOnCommit(transaction, 'asset', id);
  }

  private async update(
    transaction: Transaction,
    ids: readonly number[],
    values: string,
    parameters: readonly unknown[],
  ): Promise<void> {
    await managerOf(transaction).query(`UPDATE asset SET ${values} WHERE id = ANY($1::int[])`, [
      ids,
      ...parameters,
    ]);
    for (const id of ids) invalidateOnCommit(transaction, 'asset', id);
  }
}
