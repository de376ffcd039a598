import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository } from 'typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { type ExportOwner, ExportTaskEntity } from '../../database/entities/export-task.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

export type ExportFile = Pick<ExportTaskEntity, 'fileName' | 'sha256' | 'byteSize' | 'lastSubmissionTime'>;

@Injectable()
export class ExportRepository {
  constructor(
    @InjectRepository(ExportTaskEntity) private readonly tasks: Repository<ExportTaskEntity>,
    @InjectRepository(AssetEntity) private readonly assets: Repository<AssetEntity>,
  ) {}

  find({ assetId, userId }: ExportOwner, uid: string): Promise<ExportTaskEntity | null> {
    return this.tasks.findOneBy({ assetId, userId, uid });
  }

  /** Unordered. */
  findMany(uids: readonly string[]): Promise<ExportTaskEntity[]> {
    return this.tasks.findBy({ uid: In([...uids]) });
  }

  findByFile({ assetId, userId }: ExportOwner, fileName: string): Promise<ExportTaskEntity | null> {
    return this.tasks.findOneBy({ assetId, userId, fileName });
  }

  async hasFile(
    transaction: Transaction,
    { assetId, userId }: ExportOwner,
    fileName: string,
  ): Promise<boolean> {
    return managerOf(transaction).withRepository(this.tasks).existsBy({ assetId, userId, fileName });
  }

  async setFile(transaction: Transaction, uid: string, file: ExportFile): Promise<void> {
    await managerOf(transaction).withRepository(this.tasks).update({ uid }, file);
  }

  /** @returns false if it does not exist */
  async remove({ assetId, userId }: ExportOwner, uid: string): Promise<boolean> {
    const { affected } = await this.tasks.delete({ assetId, userId, uid });
    return affected === 1;
  }

  /** @returns the number of deleted exports */
  async deleteEnded(userId: number, before: Date): Promise<number> {
    const ended = In(['complete', 'error'] as const);
    const { affected } = await this.tasks.delete({ userId, status: ended, dateModified: LessThan(before) });
    return affected ?? 0;
  }

  async findReferenced(sha256s: readonly Buffer[]): Promise<Buffer[]> {
    const rows = await this.tasks.find({ select: { sha256: true }, where: { sha256: In([...sha256s]) } });
    return rows.flatMap(({ sha256 }) => sha256 ?? []);
  }

  async findAssetUid(assetId: number): Promise<string | undefined> {
    return (await this.assets.findOne({ select: { uid: true }, where: { id: assetId } }))?.uid;
  }
}
