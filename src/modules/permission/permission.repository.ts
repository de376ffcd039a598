import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { PermissionAssignmentEntity } from '../../database/entities/permission-assignment.entity';
import { UserEntity } from '../../database/entities/user.entity';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Codename } from '../../domain/permission/codename';
import type { KeptPartialGrants } from '../../domain/permission/partial-grant';

/** One assignment with the name of who holds it. */
export interface Assignment {
  readonly uid: string;
  readonly userId: number;
  readonly username: string;
  readonly codename: Codename;
  /** What one of partial_submissions says; null for all others. */
  readonly partialGrants: KeptPartialGrants | null;
}

export type NewAssignment = Omit<Assignment, 'username'>;

/** The assignments of an asset, with whether their holders are active. */
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

  /** As the transaction has left them; those of deactivated users too. */
  listAllIn(transaction: Transaction, assetId: number): Promise<StoredAssignment[]> {
    return assignmentsOf(managerOf(transaction), assetId)
      .addSelect('holder.isActive', 'isActive')
      .getRawMany();
  }

  /** Keeps two changes of one asset's assignments from interleaving. @returns null when the asset is gone */
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
    touch(transaction, 'asset', assetId);
  }

  /** Replaces what the partial_submissions assignment of a user says. */
  async refilter(
    transaction: Transaction,
    assetId: number,
    userId: number,
    partialGrants: KeptPartialGrants,
  ): Promise<void> {
    await managerOf(transaction).update(
      PermissionAssignmentEntity,
      { assetId, userId, codename: 'partial_submissions' },
      { partialGrants: partialGrants as object },
    );
    touch(transaction, 'asset', assetId);
  }

  async removeAllOf(transaction: Transaction, assetId: number, userId: number): Promise<void> {
    await managerOf(transaction).delete(PermissionAssignmentEntity, { assetId, userId });
    touch(transaction, 'asset', assetId);
  }

  async remove(
    transaction: Transaction,
    assetId: number,
    assignments: readonly Pick<Assignment, 'uid'>[],
  ): Promise<void> {
    if (assignments.length === 0) return;
    const uids = assignments.map(({ uid }) => uid);
    await managerOf(transaction).delete(PermissionAssignmentEntity, { assetId, uid: In(uids) });
    touch(transaction, 'asset', assetId);
  }
}

/** Sorted by username and codename. */
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
