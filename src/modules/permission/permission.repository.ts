import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { PermissionAssignmentEntity } from '../../database/entities/permission-assignment.entity';
import { UserEntity } from '../../database/entities/user.entity';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Codename } from '../../domain/permission/codename';
import type { StoredPartialGrants } from '../../domain/permission/partial-grant';

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
