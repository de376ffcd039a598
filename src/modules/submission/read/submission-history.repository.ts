import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { SubmissionHistoryEntity } from '../../../database/entities/submission-history.entity';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';

export type PastState = Pick<
  SubmissionHistoryEntity,
  'uuid' | 'versionUid' | 'xml' | 'dateReplaced' | 'replacedBy'
>;

@Injectable()
export class SubmissionHistoryRepository {
  constructor(
    @InjectRepository(SubmissionHistoryEntity) private readonly states: Repository<SubmissionHistoryEntity>,
  ) {}

  /** Oldest first. */
  list(
    assetId: number,
    submissionId: number,
    { limit, start }: { limit: number; start: number },
  ): Promise<[PastState[], number]> {
    return this.states.findAndCount({
      select: { uuid: true, versionUid: true, xml: true, dateReplaced: true, replacedBy: true },
      where: { assetId, submissionId },
      order: { dateReplaced: 'ASC', uuid: 'ASC' },
      take: limit,
      skip: start,
    });
  }

  existsByUuid(transaction: Transaction, assetId: number, uuid: string): Promise<boolean> {
    return managerOf(transaction).existsBy(SubmissionHistoryEntity, { assetId, uuid });
  }

  /** Whether an earlier state of the submission had this XML. */
  existsByHash(
    transaction: Transaction,
    assetId: number,
    submissionId: number,
    xmlHash: Buffer,
  ): Promise<boolean> {
    return managerOf(transaction).existsBy(SubmissionHistoryEntity, { assetId, submissionId, xmlHash });
  }
}
