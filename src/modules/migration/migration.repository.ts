import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Between, In, Repository } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import {
  MigratedAssetEntity,
  MigrationSourceEntity,
  MigrationTaskEntity,
  MigratedSubmissionEntity,
} from '../../database/entities/task.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { UserEntity } from '../../database/entities/user.entity';
import type { MigrationStep } from '../../domain/migration/migration-task';

export interface MigratedAsset {
  readonly assetId: number;
  readonly uid: string;
  readonly name: string;
  readonly ownerId: number;
  readonly complete: boolean;
}

export type MigratedSubmission = Pick<
  MigratedSubmissionEntity,
  'submissionId' | 'sourceSubmissionId' | 'fingerprint'
>;

/** State of moving from other servers. */
@Injectable()
export class MigrationRepository {
  constructor(
    @InjectRepository(MigrationSourceEntity) private readonly sources: Repository<MigrationSourceEntity>,
    @InjectRepository(MigratedAssetEntity) private readonly assets: Repository<MigratedAssetEntity>,
    @InjectRepository(MigratedSubmissionEntity)
    private readonly submissions: Repository<MigratedSubmissionEntity>,
  ) {}

  /** @returns the id of the source, new or known */
  async ensureSource(name: string, now: Date): Promise<number> {
    await this.sources.createQueryBuilder().insert().values({ name, dateCreated: now }).orIgnore().execute();
    return (await this.sources.findOneByOrFail({ name })).id;
  }

  async storeReport(sourceId: number, report: Record<string, unknown>, now: Date): Promise<void> {
    await this.sources.update({ id: sourceId }, { dateFinished: now, report: report as object });
  }

  /** Copies of a source that are not deleted here. */
  listAssets(sourceId: number): Promise<MigratedAsset[]> {
    return this.assets
      .createQueryBuilder('migrated')
      .innerJoin(AssetEntity, 'asset', 'asset.id = migrated.assetId AND asset.dateDeleted IS NULL')
      .select('asset.id', 'assetId')
      .addSelect('asset.uid', 'uid')
      .addSelect('asset.name', 'name')
      .addSelect('asset.ownerId', 'ownerId')
      .addSelect('migrated.complete', 'complete')
      .where('migrated.sourceId = :sourceId', { sourceId })
      .orderBy('asset.id')
      .getRawMany<MigratedAsset>();
  }

  /** Ids of copies that are not deleted here, by uid. */
  async assetIds(uids: readonly string[]): Promise<Map<string, number>> {
    const rows: { assetId: number; uid: string }[] = await this.assets
      .createQueryBuilder('migrated')
      .innerJoin(AssetEntity, 'asset', 'asset.id = migrated.assetId AND asset.dateDeleted IS NULL')
      .select('asset.id', 'assetId')
      .addSelect('asset.uid', 'uid')
      .where('asset.uid IN (:...uids)', { uids })
      .getRawMany();
    return new Map(rows.map(({ assetId, uid }) => [uid, assetId]));
  }

  /** Records a copy as incomplete until its parts have been moved. */
  async saveAsset(
    transaction: Transaction,
    asset: { assetId: number; sourceId: number; now: Date },
  ): Promise<void> {
    const { now: dateModified, ...ids } = asset;
    await managerOf(transaction).upsert(MigratedAssetEntity, { ...ids, complete: false, dateModified }, [
      'assetId',
    ]);
  }

  async setComplete(assetId: number, complete: boolean, now: Date): Promise<void> {
    await this.assets.update({ assetId }, { complete, dateModified: now });
  }

  /** Copies whose ids at the source lie between these, both included. */
  async listBetween(assetId: number, first: number, last: number): Promise<MigratedSubmission[]> {
    return this.submissions.findBy({ assetId, sourceSubmissionId: Between(first, last) });
  }

  async saveSubmissions(
    transaction: Transaction,
    assetId: number,
    submissions: readonly MigratedSubmission[],
  ): Promise<void> {
    if (submissions.length === 0) return;
    const manager = managerOf(transaction);
    const sourceSubmissionId = In(submissions.map((each) => each.sourceSubmissionId));
    await manager.delete(MigratedSubmissionEntity, { assetId, sourceSubmissionId });
    await manager.insert(
      MigratedSubmissionEntity,
      submissions.map((each) => ({ ...each, assetId })),
    );
  }
}

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
