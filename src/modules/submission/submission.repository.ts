import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, Repository } from 'typeorm';
import { type StoredSubmission, SubmissionEntity } from '../../database/entities/submission.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

/** Single rows of submissions. `SubmissionWriteQuery` has the statements that also write other tables. */
@Injectable()
export class SubmissionRepository {
  constructor(
    @InjectRepository(SubmissionEntity) private readonly submissions: Repository<SubmissionEntity>,
  ) {}

  existsByRootUuid(transaction: Transaction, assetId: number, rootUuid: string): Promise<boolean> {
    return managerOf(transaction).existsBy(SubmissionEntity, { assetId, rootUuid });
  }

  /** @param uuid current one */
  async findVersionUid(assetId: number, uuid: string): Promise<string | null> {
    const found = await this.submissions.findOne({ select: { versionUid: true }, where: { assetId, uuid } });
    return found?.versionUid ?? null;
  }

  /** Ordered by id; unknown uuids are omitted. */
  async findIdsByRootUuid(
    transaction: Transaction,
    assetId: number,
    rootUuids: readonly string[],
  ): Promise<number[]> {
    const found = await managerOf(transaction).find(SubmissionEntity, {
      select: { id: true },
      where: { assetId, rootUuid: Any(rootUuids) },
      order: { id: 'ASC' },
    });
    return found.map(({ id }) => id);
  }

  /** `SELECT … FOR UPDATE` of these ids, ordered by id; the caller holds the asset lock. */
  async lockMany(transaction: Transaction, assetId: number, ids: readonly number[]): Promise<number[]> {
    const found = await managerOf(transaction).find(SubmissionEntity, {
      select: { id: true },
      where: { assetId, id: Any(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return found.map(({ id }) => id);
  }

  /** Ordered by id; ids that are not found are omitted. */
  listWithXml(
    transaction: Transaction,
    assetId: number,
    ids: readonly number[],
  ): Promise<(StoredSubmission & Pick<SubmissionEntity, 'versionUid' | 'xml'>)[]> {
    return managerOf(transaction).find(SubmissionEntity, {
      select: {
        id: true,
        rootUuid: true,
        uuid: true,
        xmlHash: true,
        submittedBy: true,
        dateSubmitted: true,
        validationStatus: {},
        versionUid: true,
        json: true,
        xml: true,
      },
      where: { assetId, id: Any(ids) },
      order: { id: 'ASC' },
    });
  }

  /** Ordered by id; ids that are not found are omitted. */
  listJson(
    transaction: Transaction,
    assetId: number,
    ids: readonly number[],
  ): Promise<Pick<SubmissionEntity, 'id' | 'json'>[]> {
    return managerOf(transaction).find(SubmissionEntity, {
      select: { id: true, json: true },
      where: { assetId, id: Any(ids) },
      order: { id: 'ASC' },
    });
  }

  /** Attachments, history and supplements are deleted by cascade. */
  async deleteMany(assetId: number, ids: readonly number[]): Promise<void> {
    await this.submissions.delete({ assetId, id: Any(ids) });
  }
}
