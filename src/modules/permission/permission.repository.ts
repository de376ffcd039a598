import { Injectable } from '@nestjs/common';
import { InjectRepository, InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager, In, Repository, DataSource } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { PermissionAssignmentEntity } from '../../database/entities/permission.entity';
import { UserEntity } from '../../database/entities/user.entity';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Codename } from '../../domain/permission/codename';
import type { StoredPartialGrants } from '../../domain/permission/permission-set';
import type { AssetType } from '../../domain/content/content';

export interface Assignment {
  readonly uid: string;
  readonly userId: number;
  readonly username: string;
  readonly codename: Codename;
  /** Filters of partial_submissions; null for other permissions. */
  readonly partialGrants: StoredPartialGrants | null;
}

export type NewAssignment = Omit<Assignment, 'username'>;

export type StoredAssignment = Assignment & { readonly isActive: boolean };

@Injectable()
export class PermissionRepository {
  constructor(
    @InjectRepository(PermissionAssignmentEntity)
    private readonly assignments: Repository<PermissionAssignmentEntity>,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** Assignments of active users, sorted by username and codename. */
  listByAsset(assetId: number): Promise<Assignment[]> {
    return assignmentsOf(this.assignments.manager, assetId).andWhere('holder.isActive').getRawMany();
  }

  /** Reads in the transaction; includes deactivated users. */
  listAllIn(transaction: Transaction, assetId: number): Promise<StoredAssignment[]> {
    return assignmentsOf(managerOf(transaction), assetId)
      .addSelect('holder.isActive', 'isActive')
      .getRawMany();
  }

  /** `SELECT … FOR UPDATE`: serialises changes of the assignments. @returns null when the asset does not exist */
  async lockAsset(
    transaction: Transaction,
    assetId: number,
  ): Promise<Pick<AssetEntity, 'id' | 'assetType' | 'parentId'> | null> {
    return managerOf(transaction).findOne(AssetEntity, {
      select: { id: true, assetType: true, parentId: true },
      where: { id: assetId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async insert(
    transaction: Transaction,
    assetId: number,
    assignments: readonly NewAssignment[],
  ): Promise<void> {
    if (assignments.length === 0) return;
    await managerOf(transaction).insert(
      PermissionAssignmentEntity,
      assignments.map((assignment) => ({ ...(assignment as object), assetId })),
    );
    invalidateOnCommit(transaction, 'asset', assetId);
  }

  /** Of users with a row filter. */
  listPartialIn(
    transaction: Transaction,
    assetId: number,
  ): Promise<{ userId: number; partialGrants: StoredPartialGrants }[]> {
    return managerOf(transaction).query(
      `SELECT user_id AS "userId", partial_grants AS "partialGrants" FROM permission_assignment
        WHERE asset_id = $1 AND codename = 'partial_submissions' AND partial_grants IS NOT NULL`,
      [assetId],
    );
  }

  async updatePartialGrants(
    transaction: Transaction,
    assetId: number,
    userId: number,
    partialGrants: StoredPartialGrants,
  ): Promise<void> {
    await managerOf(transaction).update(
      PermissionAssignmentEntity,
      { assetId, userId, codename: 'partial_submissions' },
      { partialGrants: partialGrants as object },
    );
    invalidateOnCommit(transaction, 'asset', assetId);
  }

  async removeAllOf(transaction: Transaction, assetId: number, userId: number): Promise<void> {
    await managerOf(transaction).delete(PermissionAssignmentEntity, { assetId, userId });
    invalidateOnCommit(transaction, 'asset', assetId);
  }

  async remove(
    transaction: Transaction,
    assetId: number,
    assignments: readonly Pick<Assignment, 'uid'>[],
  ): Promise<void> {
    if (assignments.length === 0) return;
    const uids = assignments.map(({ uid }) => uid);
    await managerOf(transaction).delete(PermissionAssignmentEntity, { assetId, uid: In(uids) });
    invalidateOnCommit(transaction, 'asset', assetId);
  }

  /** Undefined for an unknown or deleted asset. @param userId undefined for an anonymous caller */
  async find(
    uid: string,
    userId: number | undefined,
    anonymousUserId: number,
  ): Promise<AssetPermissionsRow | undefined> {
    const rows = await this.dataSource.query<AssetPermissionsRow[]>(permissionsSql('a.uid = $1'), [
      uid,
      userId ?? null,
      anonymousUserId,
    ]);
    return rows[0];
  }

  /** Omits unknown and deleted assets. */
  findMany(
    uids: readonly string[],
    userId: number | undefined,
    anonymousUserId: number,
  ): Promise<AssetPermissionsRow[]> {
    return this.dataSource.query(permissionsSql('a.uid = ANY($1::text[])'), [
      uids,
      userId ?? null,
      anonymousUserId,
    ]);
  }
}

function assignmentsOf(manager: EntityManager, assetId: number) {
  return manager
    .createQueryBuilder(PermissionAssignmentEntity, 'assignment')
    .innerJoin(UserEntity, 'holder', 'holder.id = assignment.userId')
    .select('assignment.uid', 'uid')
    .addSelect('assignment.userId', 'userId')
    .addSelect('holder.username', 'username')
    .addSelect('assignment.codename', 'codename')
    .addSelect('assignment.partialGrants', 'partialGrants')
    .where('assignment.assetId = :assetId', { assetId })
    .orderBy('holder.username')
    .addOrderBy('assignment.codename');
}

export interface AssetPermissionsRow {
  readonly assetId: number;
  readonly assetUid: string;
  readonly assetType: AssetType;
  readonly ownerId: number;
  readonly own: readonly Codename[];
  readonly anonymous: readonly Codename[];
  /** Filters of the caller's partial_submissions assignment; null without one. */
  readonly partialGrants: PermissionAssignmentEntity['partialGrants'];
}

/** `$2` is the caller and `$3` AnonymousUser. */
function permissionsSql(named: string): string {
  return `
    SELECT a.id AS "assetId", a.uid AS "assetUid", a.asset_type AS "assetType", a.owner_id AS "ownerId",
           coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $2), '{}') AS own,
           coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $3), '{}') AS anonymous,
           (array_agg(p.partial_grants) FILTER (WHERE p.user_id = $2 AND p.partial_grants IS NOT NULL))[1]
             AS "partialGrants"
      FROM asset a
      LEFT JOIN permission_assignment p ON p.asset_id = a.id AND p.user_id IN ($2, $3)
     WHERE ${named} AND a.date_deleted IS NULL
     GROUP BY a.id`;
}
