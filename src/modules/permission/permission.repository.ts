import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { PermissionAssignmentEntity } from '../../database/entities/permission-assignment.entity';
import { UserEntity } from '../../database/entities/user.entity';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Codename } from '../../domain/permission/codename';

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
    await managerOf(transaction).findOne(AssetEntity, {
      select: { id: true },
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
