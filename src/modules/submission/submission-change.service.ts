import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import type { AuditMetadata, ProjectAction } from '../../domain/audit/audit-action';
import type { SubmissionChangeKind } from '../../domain/submission/change-token';
import { type SubmissionChange, publish } from '../../events/submission-subscriber.port';
import { AuditService } from '../audit/audit.service';
import type { DeployedForm } from '../deployment/deployed-form.service';
import { SubmissionWriteRepository } from './submission-write.repository';

const PUBLISHED_KINDS: Readonly<Record<SubmissionChangeKind, SubmissionChange['kind']>> = {
  created: 'created',
  edited: 'updated',
  attachments: 'updated',
  validation_status: 'updated',
  deleted: 'deleted',
};

/** Changes that the audit log records; new submissions and late attachments already name their sender. */
const AUDIT_ACTIONS: Partial<Record<SubmissionChangeKind, ProjectAction>> = {
  edited: 'modify-submission',
  validation_status: 'modify-submission',
  deleted: 'delete-submission',
};

interface RecordedChange {
  readonly actor: Actor;
  readonly submissionIds: readonly number[];
  readonly action?: ProjectAction | undefined;
  readonly event?: SubmissionChange['kind'];
  /** Further members of the audit entry. */
  readonly details?: AuditMetadata;
}

/** Records changes in the change log and the audit log and publishes them, all in the transaction of the change. */
@Injectable()
export class SubmissionChangeService {
  constructor(
    private readonly stored: SubmissionWriteRepository,
    private readonly audit: AuditService,
  ) {}

  async record(
    transaction: Transaction,
    { assetId, subscribers }: Pick<DeployedForm, 'assetId' | 'subscribers'>,
    kind: SubmissionChangeKind,
    change: RecordedChange & { readonly now: Date },
  ): Promise<void> {
    const { submissionIds, now } = change;
    if (submissionIds.length === 0) return;
    await this.stored.recordChange(transaction, { assetId, submissionIds, kind, now });
    await this.announce(transaction, { assetId, subscribers }, kind, change);
  }

  /** Does the same for a change that is in the change log already. */
  async announce(
    transaction: Transaction,
    { assetId, subscribers }: Pick<DeployedForm, 'assetId' | 'subscribers'>,
    kind: SubmissionChangeKind,
    {
      actor,
      submissionIds,
      action = AUDIT_ACTIONS[kind],
      event = PUBLISHED_KINDS[kind],
      details,
    }: RecordedChange,
  ): Promise<void> {
    if (submissionIds.length === 0) return;
    if (action !== undefined) {
      const metadata = { change: kind, submission_ids: submissionIds, ...details };
      await this.audit.recordAssetEvents(transaction, actor, assetId, [{ action, metadata }]);
    }
    await publish(subscribers, transaction, { kind: event, assetId, submissionIds });
  }
}
