import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import type { Codename } from '../../domain/permission/codename';
import type { InheritedCodename } from '../../domain/permission/inheritance';

/** Any number of its own, as advisory locks are told apart. */
const TREE_LOCK = 7_239_044;

/** An asset and the collection that it is in. */
export interface PlacedAsset {
  readonly id: number;
  readonly ownerId: number;
  readonly parentId: number | null;
}

export interface OriginRow {
  readonly assetId: number;
  readonly userId: number;
  readonly codename: Codename;
  readonly inherited: boolean;
}

export interface DenialRow {
  readonly assetId: number;
  readonly userId: number;
  readonly codename: InheritedCodename;
}

/** One right of one user on one asset. */
export type Right = Omit<OriginRow, 'inherited'>;

/** What assets hand on to what is in them: whole levels of the tree at once. */
@Injectable()
export class InheritanceQuery {
  /** One after the other: who is in what, and what collections hand on. Taken before any asset is locked. */
  async lockTree(transaction: Transaction): Promise<void> {
    await managerOf(transaction).query(`SELECT pg_advisory_xact_lock(${TREE_LOCK})`);
  }

  /** Locked, in the order of their ids. */
  lockAssets(transaction: Transaction, ids: readonly number[]): Promise<PlacedAsset[]> {
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

  /** The collection that an asset is in, the one that this is in, and so on; the asset itself too. */
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

  rightsOn(transaction: Transaction, ids: readonly number[]): Promise<OriginRow[]> {
    return managerOf(transaction).query(
      `SELECT asset_id AS "assetId", user_id AS "userId", codename, inherited
         FROM permission_assignment WHERE asset_id = ANY($1::int[])`,
      [ids],
    );
  }

  denialsOn(transaction: Transaction, ids: readonly number[]): Promise<DenialRow[]> {
    return managerOf(transaction).query(
      `SELECT asset_id AS "assetId", user_id AS "userId", codename
         FROM permission_denial WHERE asset_id = ANY($1::int[])`,
      [ids],
    );
  }

  async insert(transaction: Transaction, rights: readonly Right[]): Promise<void> {
    if (rights.length === 0) return;
    const uids = rights.map(() => makeUid(UID_PREFIX.permissionAssignment, randomBytes));
    await managerOf(transaction).query(
      `INSERT INTO permission_assignment (uid, asset_id, user_id, codename, inherited)
       SELECT *, true FROM unnest($1::text[], $2::int[], $3::int[], $4::text[])`,
      [uids, ...columnsOf(rights)],
    );
    touchAll(transaction, rights);
  }

  /** Takes inherited ones away. */
  async remove(transaction: Transaction, rights: readonly Right[]): Promise<void> {
    if (rights.length === 0) return;
    await managerOf(transaction).query(
      `DELETE FROM permission_assignment p USING unnest($1::int[], $2::int[], $3::text[]) AS gone (asset, holder, code)
        WHERE p.asset_id = asset AND p.user_id = holder AND p.codename = code AND p.inherited`,
      columnsOf(rights),
    );
    touchAll(transaction, rights);
  }

  /** From now on they are held on the asset itself. */
  async makeOwn(transaction: Transaction, rights: readonly Right[]): Promise<void> {
    if (rights.length === 0) return;
    await managerOf(transaction).query(
      `UPDATE permission_assignment p SET inherited = false
         FROM unnest($1::int[], $2::int[], $3::text[]) AS own (asset, holder, code)
        WHERE p.asset_id = asset AND p.user_id = holder AND p.codename = code AND p.inherited`,
      columnsOf(rights),
    );
  }

  async deny(transaction: Transaction, rights: readonly Right[]): Promise<void> {
    if (rights.length === 0) return;
    await managerOf(transaction).query(
      `INSERT INTO permission_denial (asset_id, user_id, codename)
       SELECT * FROM unnest($1::int[], $2::int[], $3::text[]) ON CONFLICT DO NOTHING`,
      columnsOf(rights),
    );
  }

  async forgive(transaction: Transaction, rights: readonly Right[]): Promise<void> {
    if (rights.length === 0) return;
    await managerOf(transaction).query(
      `DELETE FROM permission_denial d USING unnest($1::int[], $2::int[], $3::text[]) AS granted (asset, holder, code)
        WHERE d.asset_id = asset AND d.user_id = holder AND d.codename = code`,
      columnsOf(rights),
    );
  }
}

function columnsOf(rights: readonly Right[]): unknown[] {
  return [
    rights.map(({ assetId }) => assetId),
    rights.map(({ userId }) => userId),
    rights.map(({ codename }) => codename),
  ];
}

function touchAll(transaction: Transaction, rights: readonly Right[]): void {
  for (const assetId of new Set(rights.map((each) => each.assetId))) touch(transaction, 'asset', assetId);
}
