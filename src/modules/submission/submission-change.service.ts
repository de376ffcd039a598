import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { SubmissionChangeKind } from '../../domain/submission/submission-change';
import { type SubmissionChange, tellAll } from '../../listeners/submission-listener.port';
import type { DeployedForm } from '../deployment/deployed-form.service';
import { SubmissionChangeQuery } from './submission-change.query';

/** What listeners are told. */
const TOLD: Readonly<Record<SubmissionChangeKind, SubmissionChange['kind']>> = {
  created: 'came',
  edited: 'changed',
  attachments: 'changed',
  validation_status: 'changed',
  deleted: 'went',
};

/** Writes down what happens to stored submissions, and tells who listens, in the transaction that does it. */
@Injectable()
export class SubmissionChangeService {
  constructor(private readonly changes: SubmissionChangeQuery) {}

  async note(
    transaction: Transaction,
    { assetId, listeners }: Pick<DeployedForm, 'assetId' | 'listeners'>,
    kind: SubmissionChangeKind,
    { submissionIds, now }: { submissionIds: readonly number[]; now: Date },
  ): Promise<void> {
    if (submissionIds.length === 0) return;
    await this.changes.record(transaction, { assetId, submissionIds, kind, now });
    await tellAll(listeners, transaction, { kind: TOLD[kind], assetId, submissionIds });
  }
}
