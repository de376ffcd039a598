import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import type { ProjectAction } from '../../domain/audit/audit-action';
import type { SubmissionChangeKind } from '../../domain/submission/submission-change';
import { type SubmissionChange, tellAll } from '../../events/submission-listener.port';
import { AuditService } from '../audit/audit.service';
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

/** What the history of the project tells; a submission that comes in, and files that follow it, tell who sent them. */
const AUDITED: Partial<Record<SubmissionChangeKind, ProjectAction>> = {
  edited: 'modify-submission',
  validation_status: 'modify-submission',
  deleted: 'delete-submission',
};

/** Writes down what happens to stored submissions, and tells who listens, in the transaction that does it. */
@Injectable()
export class SubmissionChangeService {
  constructor(
    private readonly changes: SubmissionChangeQuery,
    private readonly audit: AuditService,
  ) {}

  async note(
    transaction: Transaction,
    { assetId, listeners }: Pick<DeployedForm, 'assetId' | 'listeners'>,
    kind: SubmissionChangeKind,
    { actor, submissionIds, now }: { actor: Actor; submissionIds: readonly number[]; now: Date },
  ): Promise<void> {
    if (submissionIds.length === 0) return;
    await this.changes.record(transaction, { assetId, submissionIds, kind, now });
    const action = AUDITED[kind];
    if (action !== undefined) {
      const metadata = { change: kind, submission_ids: submissionIds };
      await this.audit.tell(transaction, actor, assetId, [{ action, metadata }]);
    }
    await tellAll(listeners, transaction, { kind: TOLD[kind], assetId, submissionIds });
  }
}
