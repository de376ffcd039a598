import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { ProjectViewEntity } from '../../database/entities/project-view.entity';
import { ProjectViewUserEntity } from '../../database/entities/project-view-user.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

export type StoredView = Readonly<ProjectViewEntity>;

/** Absent members stay. */
export type ViewChange = Partial<Pick<ProjectViewEntity, 'name' | 'countries' | 'permissions'>>;

@Injectable()
export class ProjectViewRepository {
  constructor(
    @InjectRepository(ProjectViewEntity) private readonly views: Repository<ProjectViewEntity>,
    @InjectRepository(ProjectViewUserEntity) private readonly users: Repository<ProjectViewUserEntity>,
  ) {}

  /** Oldest first. @param userId absent: of all users */
  async list(userId: number | undefined, { limit, start }: { limit: number; start: number }) {
    const query = this.views.createQueryBuilder('view').orderBy('view.id').offset(start).limit(limit);
    if (userId !== undefined) {
      query.innerJoin(ProjectViewUserEntity, 'assigned', 'assigned.viewId = view.id');
      query.where('assigned.userId = :userId', { userId });
    }
    return query.getManyAndCount();
  }

  find(uid: string): Promise<StoredView | null> {
    return this.views.findOneBy({ uid });
  }

  isAssigned(viewId: number, userId: number): Promise<boolean> {
    return this.users.existsBy({ viewId, userId });
  }

  assignments(viewIds: readonly number[]): Promise<ProjectViewUserEntity[]> {
    return this.users.find({ where: { viewId: In([...viewIds]) }, order: { userId: 'ASC' } });
  }

  async insert(transaction: Transaction, view: Omit<StoredView, 'id'>): Promise<number> {
    const { identifiers } = await managerOf(transaction).insert(ProjectViewEntity, { ...view });
    return (identifiers[0] as { id: number }).id;
  }

  async update(transaction: Transaction, id: number, change: ViewChange): Promise<void> {
    if (Object.keys(change).length > 0)
      await managerOf(transaction).update(ProjectViewEntity, { id }, change);
  }

  async assign(transaction: Transaction, viewId: number, userIds: readonly number[]): Promise<void> {
    const manager = managerOf(transaction);
    await manager.delete(ProjectViewUserEntity, { viewId });
    if (userIds.length === 0) return;
    await manager.insert(
      ProjectViewUserEntity,
      userIds.map((userId) => ({ viewId, userId })),
    );
  }

  async delete(transaction: Transaction, id: number): Promise<void> {
    await managerOf(transaction).delete(ProjectViewEntity, { id });
  }
}
