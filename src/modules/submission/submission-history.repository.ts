import { Injectable } from '@nestjs/common';
import { SubmissionHistoryEntity } from '../../database/entities/submission-history.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

/** What submissions were before they were edited. */
@Injectable()
export class SubmissionHistoryRepository {
  /** Whether a submission bore this identifier once. */
  knows(transaction: Transaction, assetId: number, uuid: string): Promise<boolean> {
    return managerOf(transaction).existsBy(SubmissionHistoryEntity, { assetId, uuid });
  }

  /** Whether a submission was once exactly this. */
  holds(transaction: Transaction, assetId: number, submissionId: number, xmlHash: Buffer): Promise<boolean> {
    return managerOf(transaction).existsBy(SubmissionHistoryEntity, { assetId, submissionId, xmlHash });
  }
}
