import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { violatedConstraint } from '../../database/constraint-violation';
import { EntityListEntity } from '../../database/entities/entity.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { InvalidError } from '../../domain/errors';
import type { EntityReader } from '../../domain/entity/entity-reader';
import type { Page, PageWindow } from '../../domain/page';

export interface ListUse {
  readonly assetUid: string;
  readonly assetName: string;
  readonly declares: boolean;
  readonly reads: boolean;
}

/** A list with the rights of the caller and the projects that use it. */
export interface ListRow {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly properties: readonly string[];
  readonly approvalRequired: boolean;
  readonly ownerUsername: string;
  readonly dateCreated: Date;
  readonly dateModified: Date;
  readonly owns: boolean;
  readonly writes: boolean;
  readonly uses: readonly ListUse[];
  /** Entities that are not deleted. */
  readonly entities: number;
}

/** List of the owner of a form, with what others may do with it. */
export interface NamedList {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly properties: readonly string[];
  readonly approvalRequired: boolean;
  /** Whether the deploying user, who does not own the list, may read or write it by another project. */
  readonly reads: boolean;
  readonly writes: boolean;
  /** Whether the form uses the list already. */
  readonly isDeclared: boolean;
  readonly isRead: boolean;
}

export interface UsedList {
  readonly name: string;
  readonly declares: boolean;
  readonly reads: boolean;
}

export interface FormUse {
  readonly listId: number;
  readonly declares: boolean;
  readonly reads: boolean;
}

/** True if the user has the permission, not restricted to some submissions, on a project that uses the list `l`. */
const holds = (codename: 'view_submissions' | 'change_submissions', user: string): string => `
  EXISTS (SELECT FROM entity_list_use u
            JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
            JOIN permission_assignment p ON p.asset_id = u.asset_id AND p.codename = '${codename}'
           WHERE u.list_id = l.id AND p.user_id = ${user})`;

/** $1 is the caller, $2 whether a superuser asks. */
const VISIBLE = `(l.owner_id = $1 OR $2 OR ${holds('view_submissions', '$1')})`;

/** Projects of which the caller may not see the data are not named. */
const COLUMNS = `
  l.id, l.uid, l.name, l.properties, l.approval_required AS "approvalRequired", owner.username AS "ownerUsername", l.date_created AS "dateCreated",
  l.date_modified AS "dateModified", l.owner_id = $1 OR $2 AS owns,
  l.owner_id = $1 OR $2 OR ${holds('change_submissions', '$1')} AS writes,
  (SELECT count(*)::integer FROM entity e WHERE e.list_id = l.id AND e.date_deleted IS NULL) AS entities,
  (SELECT coalesce(json_agg(json_build_object('assetUid', a.uid, 'assetName', a.name, 'declares', u.declares,
                                              'reads', u.reads) ORDER BY a.id), '[]')
     FROM entity_list_use u JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
    WHERE u.list_id = l.id
      AND (a.owner_id = $1 OR $2 OR EXISTS (
            SELECT FROM permission_assignment p
             WHERE p.asset_id = a.id AND p.user_id = $1 AND p.codename = 'view_asset'))) AS uses`;

@Injectable()
export class EntityListRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Lists that the caller may read, by name. */
  async list({ id, isSuperuser }: EntityReader, { limit, start }: PageWindow): Promise<Page<ListRow>> {
    const [counted]: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::integer AS count FROM entity_list l WHERE ${VISIBLE}`,
      [id, isSuperuser],
    );
    const items: ListRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM entity_list l JOIN app_user owner ON owner.id = l.owner_id
        WHERE ${VISIBLE} ORDER BY l.name, l.id LIMIT $3 OFFSET $4`,
      [id, isSuperuser, limit, start],
    );
    return { count: counted!.count, items };
  }

  /** Undefined if the list does not exist, or the caller may not read it. */
  async find({ id, isSuperuser }: EntityReader, uid: string): Promise<ListRow | undefined> {
    const rows: ListRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM entity_list l JOIN app_user owner ON owner.id = l.owner_id
        WHERE ${VISIBLE} AND l.uid = $3`,
      [id, isSuperuser, uid],
    );
    return rows[0];
  }

  /** @throws InvalidError if the owner has a list of that name */
  async insert(transaction: Transaction, list: Omit<EntityListEntity, 'id'>): Promise<void> {
    try {
      await managerOf(transaction).insert(EntityListEntity, { ...list });
    } catch (error) {
      if (violatedConstraint(error) !== 'entity_list_name_key') throw error;
      throw InvalidError.at('name', `You have a list \`${list.name}\` already.`);
    }
  }

  /** Waits for another transaction that creates the list. @returns false if the owner has one of that name */
  async ensure(transaction: Transaction, list: Omit<EntityListEntity, 'id'>): Promise<boolean> {
    const inserted = await managerOf(transaction)
      .createQueryBuilder()
      .insert()
      .into(EntityListEntity)
      .values({ ...list })
      .orIgnore()
      .updateEntity(false)
      .returning(['id'])
      .execute();
    return (inserted.raw as object[]).length > 0;
  }

  /**
   * Locks the list until the transaction ends.
   * @param mode `others`: only other changes of the list wait, and submissions that create or update its entities do not
   */
  async lockProperties(
    transaction: Transaction,
    id: number,
    mode: 'all' | 'others' = 'all',
  ): Promise<readonly string[] | undefined> {
    const found = await managerOf(transaction).findOne(EntityListEntity, {
      where: { id },
      lock: { mode: mode === 'all' ? 'pessimistic_write' : 'for_no_key_update' },
    });
    return found?.properties;
  }

  /** Absent values stay. */
  async update(
    transaction: Transaction,
    id: number,
    {
      properties,
      approvalRequired,
      now,
    }: { properties: readonly string[]; approvalRequired?: boolean | undefined; now: Date },
  ): Promise<void> {
    const values = { properties: [...properties], dateModified: now };
    await managerOf(transaction).update(
      EntityListEntity,
      { id },
      { ...values, ...(approvalRequired !== undefined && { approvalRequired }) },
    );
  }

  /** Keeps the list from being deleted until the transaction ends. @returns its properties; undefined if it is deleted */
  async holdProperties(transaction: Transaction, id: number): Promise<readonly string[] | undefined> {
    const rows: { properties: string[] }[] = await managerOf(transaction).query(
      'SELECT properties FROM entity_list WHERE id = $1 FOR KEY SHARE',
      [id],
    );
    return rows[0]?.properties;
  }

  async remove(transaction: Transaction, id: number): Promise<void> {
    await managerOf(transaction).delete(EntityListEntity, { id });
  }

  /** Names of the active forms that save to the list or read it. */
  async usingForms(transaction: Transaction, id: number): Promise<string[]> {
    const rows: { name: string }[] = await managerOf(transaction).query(
      `SELECT a.name FROM entity_list_use u
         JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
         JOIN deployment d ON d.asset_id = a.id AND d.active
        WHERE u.list_id = $1 AND (u.declares OR u.reads) ORDER BY a.name, a.id`,
      [id],
    );
    return rows.map(({ name }) => name);
  }

  /** Lists that a form saves to or reads, by name. */
  usedBy(assetId: number): Promise<UsedList[]> {
    return this.dataSource.query(
      `SELECT l.name, u.declares, u.reads FROM entity_list_use u JOIN entity_list l ON l.id = u.list_id
        WHERE u.asset_id = $1 ORDER BY l.name, l.id`,
      [assetId],
    );
  }

  /** Lists of the owner of an asset by these names. @param userId who deploys the form */
  listsOfOwner(
    transaction: Transaction,
    { assetId, names, userId }: { assetId: number; names: readonly string[]; userId: number },
  ): Promise<NamedList[]> {
    return managerOf(transaction).query(
      `SELECT l.id, l.uid, l.name, l.properties, l.approval_required AS "approvalRequired",
              ${holds('view_submissions', '$3')} AS reads,
              ${holds('change_submissions', '$3')} AS writes,
              coalesce(u.declares, false) AS "isDeclared", coalesce(u.reads, false) AS "isRead"
         FROM entity_list l JOIN asset form ON form.id = $1 AND form.owner_id = l.owner_id
         LEFT JOIN entity_list_use u ON u.list_id = l.id AND u.asset_id = form.id
        WHERE l.name = ANY ($2) ORDER BY l.id`,
      [assetId, names, userId],
    );
  }

  /**
   * Replaces what a form reads, and adds what it declares: submissions of older versions still arrive. A list of a former
   * owner gives way to the one of that name.
   */
  async setUses(transaction: Transaction, assetId: number, uses: readonly FormUse[]): Promise<void> {
    const manager = managerOf(transaction);
    await manager.query(
      `UPDATE entity_list_use SET reads = false WHERE asset_id = $1 AND reads AND list_id <> ALL ($2::integer[])`,
      [assetId, uses.flatMap(({ listId, reads }) => (reads ? [listId] : []))],
    );
    await manager.query(
      `UPDATE entity_list_use u SET declares = false FROM entity_list l, entity_list next
        WHERE u.asset_id = $1 AND u.declares AND l.id = u.list_id
          AND next.id = ANY ($2::integer[]) AND next.name = l.name AND next.id <> l.id`,
      [assetId, uses.flatMap(({ listId, declares }) => (declares ? [listId] : []))],
    );
    await manager.query('DELETE FROM entity_list_use WHERE asset_id = $1 AND NOT (reads OR declares)', [
      assetId,
    ]);
    if (uses.length === 0) return;
    await manager.query(
      `INSERT INTO entity_list_use AS u (list_id, asset_id, declares, reads)
       SELECT list_id, $1::integer, declares, reads
         FROM unnest($2::integer[], $3::boolean[], $4::boolean[]) AS s (list_id, declares, reads)
       ON CONFLICT ON CONSTRAINT entity_list_use_pk
       DO UPDATE SET declares = u.declares OR excluded.declares, reads = excluded.reads`,
      [
        assetId,
        uses.map(({ listId }) => listId),
        uses.map(({ declares }) => declares),
        uses.map(({ reads }) => reads),
      ],
    );
  }
}
