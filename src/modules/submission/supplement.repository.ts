import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { SupplementVersionEntity } from '../../database/entities/supplement-version.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { SupplementVersion } from '../../domain/supplement/supplement-version';

/** Versions of supplements. Every method names the asset, since the table is partitioned by it. */
@Injectable()
export class SupplementRepository {
  constructor(
    @InjectRepository(SupplementVersionEntity)
    private readonly versions: Repository<SupplementVersionEntity>,
  ) {}

  /** All versions, oldest first. */
  list(assetId: number, submissionId: number): Promise<SupplementVersion[]> {
    return this.versions.find({ where: { assetId, submissionId }, order: { ordinal: 'ASC' } });
  }

  listWithin(transaction: Transaction, assetId: number, submissionId: number): Promise<SupplementVersion[]> {
    return managerOf(transaction).find(SupplementVersionEntity, {
      where: { assetId, submissionId },
      order: { ordinal: 'ASC' },
    });
  }

  async insert(
    transaction: Transaction,
    { assetId, submissionId }: { assetId: number; submissionId: number },
    versions: readonly SupplementVersion[],
  ): Promise<void> {
    if (versions.length === 0) return;
    const rows = versions.map((version) => ({ ...version, assetId, submissionId }));
    await managerOf(transaction).insert(SupplementVersionEntity, rows);
  }

  async setVerified(
    transaction: Transaction,
    { assetId, submissionId }: { assetId: number; submissionId: number },
    { ordinal, dateVerified }: SupplementVersion,
  ): Promise<void> {
    const key = { assetId, submissionId, ordinal };
    await managerOf(transaction).update(SupplementVersionEntity, key, { dateVerified });
  }
}
