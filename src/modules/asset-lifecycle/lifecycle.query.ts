import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { AssetType } from '../../domain/content/asset-type';

/** An asset as far as its end, or its rest, goes. */
export interface HeldAsset {
  readonly id: number;
  readonly uid: string;
  readonly assetType: AssetType;
  readonly ownerId: number;
  readonly createdBy: string | null;
  readonly hasSubmissions: boolean;
  /** Null: never deployed. */
  readonly active: boolean | null;
}

/** What archives, hides, restores and removes assets; many in one statement. */
@Injectable()
export class LifecycleQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Those that are not deleted; nobody else changes them until the transaction ends. */
  async hold(transaction: Transaction, ids: readonly number[]): Promise<HeldAsset[]> {
    return managerOf(transaction).query<HeldAsset[]>(
      `SELECT a.id, a.uid, a.asset_type AS "assetType", a.owner_id AS "ownerId", a.created_by AS "createdBy", d.active,
              EXISTS (SELECT 1 FROM submission s WHERE s.asset_id = a.id) AS "hasSubmissions"
         FROM asset a LEFT JOIN deployment d ON d.asset_id = a.id
        WHERE a.id = ANY($1::int[]) AND a.date_deleted IS NULL ORDER BY a.id FOR UPDATE OF a`,
      [ids],
    );
  }

  /** Ids of all that the user owns and has not deleted. */
  async ownIds(ownerId: number): Promise<number[]> {
    const rows = await this.dataSource.query<{ id: number }[]>(
      'SELECT id FROM asset WHERE owner_id = $1 AND date_deleted IS NULL',
      [ownerId],
    );
    return rows.map(({ id }) => id);
  }

  /** Uids of those that can be restored: deleted, and not being purged. @param ownerId of any of them, when absent */
  async restorable(
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
    await this.mark(transaction, ids, 'date_modified = $2', [now]);
  }

  async hide(transaction: Transaction, ids: readonly number[], now: Date): Promise<void> {
    await this.mark(transaction, ids, 'date_deleted = $2, date_modified = $2', [now]);
  }

  /** What was archived collects again: whoever restores an asset wants it as it was meant to be used. */
  async restore(transaction: Transaction, ids: readonly number[], now: Date): Promise<void> {
    await this.mark(transaction, ids, 'date_deleted = NULL, date_modified = $2', [now]);
    await this.setActive(transaction, ids, { active: true, now });
  }

  /** Ids of what was deleted before then, and of what is being purged, oldest first. */
  async purgeable(deletedBefore: Date): Promise<number[]> {
    const rows = await this.dataSource.query<{ id: number }[]>(
      `SELECT id FROM asset WHERE date_deleted IS NOT NULL AND (date_deleted < $1 OR is_purging)
        ORDER BY date_deleted LIMIT 1000`,
      [deletedBefore],
    );
    return rows.map(({ id }) => id);
  }

  /** From now on it can't be restored. @returns false for what has been restored meanwhile */
  async beginPurge(id: number, deletedBefore: Date): Promise<boolean> {
    const rows = await this.dataSource.query<[object[], number]>(
      'UPDATE asset SET is_purging = true WHERE id = $1 AND (date_deleted < $2 OR is_purging) RETURNING id',
      [id, deletedBefore],
    );
    return rows[1] === 1;
  }

  /** Leaves what is in it in no collection. @returns the ids */
  async takeOut(transaction: Transaction, id: number): Promise<number[]> {
    const [rows] = await managerOf(transaction).query<[{ id: number }[], number]>(
      'UPDATE asset SET parent_id = NULL WHERE parent_id = $1 RETURNING id',
      [id],
    );
    for (const child of rows) touch(transaction, 'asset', child.id);
    return rows.map((child) => child.id);
  }

  /** With everything that refers to it. */
  async remove(transaction: Transaction, id: number): Promise<void> {
    await managerOf(transaction).query('DELETE FROM asset WHERE id = $1 AND is_purging', [id]);
    touch(transaction, 'asset', id);
  }

  private async mark(
    transaction: Transaction,
    ids: readonly number[],
    values: string,
    parameters: readonly unknown[],
  ): Promise<void> {
    await managerOf(transaction).query(`UPDATE asset SET ${values} WHERE id = ANY($1::int[])`, [
      ids,
      ...parameters,
    ]);
    for (const id of ids) touch(transaction, 'asset', id);
  }
}
