import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { MigrationTaskEntity } from '../../../database/entities/migration-task.entity';
import { UserEntity } from '../../../database/entities/user.entity';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import type { MigrationStep } from '../../../domain/migration/migration-task';

@Injectable()
export class MigrationTaskRepository {
  constructor(
    @InjectRepository(MigrationTaskEntity) private readonly tasks: Repository<MigrationTaskEntity>,
  ) {}

  /** Newest first. */
  list(userId: number, limit: number, start: number): Promise<[MigrationTaskEntity[], number]> {
    return this.tasks.findAndCount({ where: { userId }, order: { id: 'DESC' }, take: limit, skip: start });
  }

  find(userId: number, uid: string): Promise<MigrationTaskEntity | null> {
    return this.tasks.findOneBy({ userId, uid });
  }

  /** Serialises starts of a user until the transaction ends. @returns whether a task of the user is open */
  async lockAndFindOpen(transaction: Transaction, userId: number): Promise<boolean> {
    const manager = managerOf(transaction);
    await manager.findOne(UserEntity, {
      select: { id: true },
      where: { id: userId },
      lock: { mode: 'for_no_key_update' },
    });
    return manager.existsBy(MigrationTaskEntity, { userId, status: In(['created', 'processing']) });
  }

  /** @returns undefined if the task has ended */
  async readToken(uid: string): Promise<Buffer | undefined> {
    const task = await this.tasks.findOne({ select: { token: true }, where: { uid } });
    return task?.token ?? undefined;
  }

  /** Does nothing once the task has ended, or was claimed again. */
  async saveStep(claimed: Pick<MigrationTaskEntity, 'uid' | 'attempt'>, step: MigrationStep): Promise<void> {
    const { uid, attempt } = claimed;
    await this.tasks.update({ uid, attempt, status: 'processing' }, { step });
  }

  /** @returns false if the user has no such task */
  async remove(userId: number, uid: string): Promise<boolean> {
    return (await this.tasks.delete({ userId, uid })).affected === 1;
  }
}
