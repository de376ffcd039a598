import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import type { Codename } from '../../domain/permission/codename';
import type { InheritableCodename } from '../../domain/permission/assignable';

/** Key of the advisory lock; arbitrary, unique in the service. */
const TREE_LOCK = 7_239_044;

export interface AssetWithParent {
  readonly id: number;
  readonly ownerId: number;
  readonly parentId: number | null;
}

export interface AssignmentOriginRow {
  readonly assetId: number;
  readonly userId: number;
  readonly codename: Codename;
  readonly inherited: boolean;
}

export interface DenialRow {
  readonly assetId: number;
  readonly userId: number;
  readonly codename: InheritableCodename;
}

export type AssetUserPermission = Omit<AssignmentOriginRow, 'inherited'>;

/** Reads and writes inherited permissions, one level of the collection tree per statement. */
@Injectable()
export class InheritanceRepository {
  /** Advisory lock that serialises moves and inheritance. Lock order: before any asset. */
  async lockTree(transaction: Transaction): Promise<void> {
    await managerOf(transaction).query(`SELECT pg_advisory_xact_lock(${TREE_LOCK})`);
  }

  /** `SELECT … FOR UPDATE`, ordered by id. */
  lockAssets(transaction: Transaction, ids: readonly number[]): Promise<AssetWithParent[]> {
    return managerOf(transaction).query(
      `SELECT id, owner_id AS "ownerId", parent_id AS "parentId"
         FROM asset WHERE id = ANY($1::int[]) ORDER BY id FOR UPDATE`,
      [ids],
    );
  }

  async childrenOf(transaction: Transaction, ids: readonly number[]): Promise<number[]> {
    const rows: { id: number }[] = await managerOf(transaction).query(
      'SELECT id FROM asset WHERE parent_id = ANY($1::int[])',
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Includes the asset itself. */
  async ancestorsOf(transaction: Transaction, id: number): Promise<number[]> {
    const rows: { id: number }[] = await managerOf(transaction).query(
      `WITH RECURSIVE above AS (
         SELECT id, parent_id FROM asset WHERE id = $1
         UNION SELECT a.id, a.parent_id FROM above JOIN asset a ON a.id = above.parent_id
       )
       SELECT id FROM above`,
      [id],
    );
    return rows.map((row) => row.id);
  }

  listAssignments(transaction: Transaction, ids: readonly number[]): Promise<AssignmentOriginRow[]> {
    return managerOf(transaction).query(
      `SELECT asset_id AS "assetId", user_id AS "userId", codename, inherited
         FROM permission_assignment WHERE asset_id = ANY($1::int[])`,
      [ids],
    );
  }

  listDenials(transaction: Transaction, ids: readonly number[]): Promise<DenialRow[]> {
    return managerOf(transaction).query(
      `SELECT asset_id AS "assetId", user_id AS "userId", codename
         FROM permission_denial WHERE asset_id = ANY($1::int[])`,
      [ids],
    );
  }

  async insert(transaction: Transaction, permissions: readonly AssetUserPermission[]): Promise<void> {
    if (permissions.length === 0) return;
    const uids = permissions.map(() => generateUid(UID_PREFIX.permissionAssignment, randomBytes));
    await managerOf(transaction).query(
      `INSERT INTO permission_assignment (uid, asset_id, user_id, codename, inherited)
       SELECT *, true FROM unnest($1::text[], $2::int[], $3::int[], $4::text[])`,
      [uids, ...columnsOf(permissions)],
    );
    touchAll(transaction, permissions);
  }

  /** Deletes inherited assignments only. */
  async remove(transaction: Transaction, permissions: readonly AssetUserPermission[]): Promise<void> {
    if (permissions.length === 0) return;
    await managerOf(transaction).query(
      `DELETE FROM permission_assignment p USING unnest($1::int[], $2::int[], $3::text[]) AS gone (asset, holder, code)
        WHERE p.asset_id = asset AND p.user_id = holder AND p.codename = code AND p.inherited`,
      columnsOf(permissions),
    );
    touchAll(transaction, permissions);
  }

  async convertToOwn(transaction: Transaction, permissions: readonly AssetUserPermission[]): Promise<void> {
    if (permissions.length === 0) return;
    await managerOf(transaction).query(
      `UPDATE permission_assignment p SET inherited = false
         FROM unnest($1::int[], $2::int[], $3::text[]) AS own (asset, holder, code)
        WHERE p.asset_id = asset AND p.user_id = holder AND p.codename = code AND p.inherited`,
      columnsOf(permissions),
    );
  }

  async insertDenials(transaction: Transaction, permissions: readonly AssetUserPermission[]): Promise<void> {
    if (permissions.length === 0) return;
    await managerOf(transaction).query(
      `INSERT INTO permission_denial (asset_id, user_id, codename)
       SELECT * FROM unnest($1::int[], $2::int[], $3::text[]) ON CONFLICT DO NOTHING`,
      columnsOf(permissions),
    );
  }

  async deleteDenials(transaction: Transaction, permissions: readonly AssetUserPermission[]): Promise<void> {
    if (permissions.length === 0) return;
    await managerOf(transaction).query(
      `DELETE FROM permission_denial d USING unnest($1::int[], $2::int[], $3::text[]) AS granted (asset, holder, code)
        WHERE d.asset_id = asset AND d.user_id = holder AND d.codename = code`,
      columnsOf(permissions),
    );
  }
}

function columnsOf(permissions: readonly AssetUserPermission[]): unknown[] {
  return [
    permissions.map(({ assetId }) => assetId),
    permissions.map(({ userId }) => userId),
    permissions.map(({ codename }) => codename),
  ];
}

function touchAll(transaction: Transaction, permissions: readonly AssetUserPermission[]): void {
  for (const assetId of new Set(permissions.map((each) => each.assetId)))
    invalidateOnCommit(transaction, 'asset', assetId);
}
