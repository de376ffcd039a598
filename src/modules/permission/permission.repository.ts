import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { PermissionAssignmentEntity } from '../../database/entities/permission-assignment.entity';
import { UserEntity } from '../../database/entities/user.entity';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { AssetType } from '../../domain/content/asset-type';
import type { Codename } from '../../domain/permission/codename';

/** An asset as far as permissions go, with the codenames that two users hold on it. */
export interface AssetRights {
  readonly assetId: number;
  readonly assetUid: string;
  readonly assetType: AssetType;
  readonly ownerId: number;
  readonly own: readonly Codename[];
  readonly anonymous: readonly Codename[];
  /** What the user's own partial_submissions assignment grants; null without one. */
  readonly partialGrants: PermissionAssignmentEntity['partialGrants'];
}

/** One assignment with the name of who holds it. */
export interface Assignment {
  readonly uid: string;
  readonly userId: number;
  readonly username: string;
  readonly codename: Codename;
}

export interface NewAssignment {
  readonly uid: string;
  readonly userId: number;
  readonly codename: Codename;
}

@Injectable()
export class PermissionRepository {
  constructor(
    @InjectRepository(PermissionAssignmentEntity)
    private readonly assignments: Repository<PermissionAssignmentEntity>,
  ) {}

  /** The asset, unless it is unknown or deleted. `userId` is absent for an anonymous caller. */
  async findRights(
    uid: string,
    userId: number | undefined,
    anonymousUserId: number,
  ): Promise<AssetRights | undefined> {
    const rows: AssetRights[] = await this.assignments.query(
      `SELECT a.id AS "assetId", a.uid AS "assetUid", a.asset_type AS "assetType", a.owner_id AS "ownerId",
              coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $2), '{}') AS own,
              coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $3), '{}') AS anonymous,
              (array_agg(p.partial_grants) FILTER (WHERE p.user_id = $2 AND p.partial_grants IS NOT NULL))[1]
                AS "partialGrants"
         FROM asset a
         LEFT JOIN permission_assignment p ON p.asset_id = a.id AND p.user_id IN ($2, $3)
        WHERE a.uid = $1 AND a.date_deleted IS NULL
        GROUP BY a.id`,
      [uid, userId ?? null, anonymousUserId],
    );
    return rows[0];
  }

  /** Assignments of active users, sorted by username and codename. */
  listByAsset(assetId: number): Promise<Assignment[]> {
    return listAssignments(this.assignments.manager, assetId);
  }

  /** As the transaction has left them. */
  listByAssetIn(transaction: Transaction, assetId: number): Promise<Assignment[]> {
    return listAssignments(managerOf(transaction), assetId);
  }

  /** Keeps two changes of one asset's assignments from interleaving. */
  async lockAsset(transaction: Transaction, assetId: number): Promise<void> {
    await managerOf(transaction).query('SELECT 1 FROM asset WHERE id = $1 FOR UPDATE', [assetId]);
  }

  async insert(
    transaction: Transaction,
    assetId: number,
    assignments: readonly NewAssignment[],
  ): Promise<void> {
    if (assignments.length === 0) return;
    await managerOf(transaction).insert(
      PermissionAssignmentEntity,
      assignments.map((assignment) => ({ ...assignment, assetId })),
    );
    touch(transaction, 'asset', assetId);
  }

  async remove(
    transaction: Transaction,
    assetId: number,
    userId: number,
    codenames: readonly Codename[],
  ): Promise<void> {
    if (codenames.length === 0) return;
    await managerOf(transaction).delete(PermissionAssignmentEntity, {
      assetId,
      userId,
      codename: In([...codenames]),
    });
    touch(transaction, 'asset', assetId);
  }
}

function listAssignments(manager: EntityManager, assetId: number): Promise<Assignment[]> {
  return manager
    .createQueryBuilder(PermissionAssignmentEntity, 'assignment')
    .innerJoin(UserEntity, 'holder', 'holder.id = assignment.userId AND holder.isActive')
    .select('assignment.uid', 'uid')
    .addSelect('assignment.userId', 'userId')
    .addSelect('holder.username', 'username')
    .addSelect('assignment.codename', 'codename')
    .where('assignment.assetId = :assetId', { assetId })
    .orderBy('holder.username')
    .addOrderBy('assignment.codename')
    .getRawMany();
}
