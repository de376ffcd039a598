import { Injectable } from '@nestjs/common';
import { Batcher } from '../../../concurrency/batcher';
import {
  type BatchedSubmission,
  IntakeQuery,
  type NewSubmission,
  type PublishFunction,
} from './intake.query';

/** Characters of XML; larger submissions are not batched. */
const MAX_BATCHED_LENGTH = 64 * 1024;
/** Two concurrent statements keep the database busy while the next batch fills. */
const LIMITS = { maxConcurrent: 2, maxBatchSize: 16, slowBatchMs: 250 };

/**
 * Inserts concurrent submissions in batches, one statement each (decision 105). Only for submissions whose subscribers
 * are all notified by database functions.
 */
@Injectable()
export class BatchInsertService {
  private readonly batcher = new Batcher<BatchedSubmission, number | undefined>(
    (batch) => this.write(batch),
    LIMITS,
  );

  constructor(private readonly intake: IntakeQuery) {}

  /**
   * @param publishFunctions see `SubmissionSubscriber`
   * @returns the committed id, even if the rest of the batch failed; undefined if the root uuid exists
   */
  insert(
    submission: NewSubmission,
    publishFunctions: readonly PublishFunction[],
  ): Promise<number | undefined> {
    const isBatched = submission.attachments.length === 0 && submission.xml.length <= MAX_BATCHED_LENGTH;
    return isBatched
      ? this.batcher.add({ submission, publishFunctions })
      : this.intake.insert(submission, publishFunctions);
  }

  private async write(
    batch: readonly BatchedSubmission[],
  ): Promise<readonly (number | undefined | Promise<number | undefined>)[]> {
    const ids = batch.length > 1 ? await this.intake.insertBatch(batch) : undefined;
    // A row that cannot be inserted fails the whole batch: then insert one by one.
    return (
      ids ?? batch.map(({ submission, publishFunctions }) => this.intake.insert(submission, publishFunctions))
    );
  }
}
