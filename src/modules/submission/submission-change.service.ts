import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import type { AuditMetadata, ProjectAction } from '../../domain/audit/audit-action';
import { scopeOfFilter } from '../../domain/query/submission-scope';
import type { SubmissionChangeKind } from '../../domain/submission/answer-changes';
import { type SubmissionChange, publish } from '../../events/subscribers.port';
import { AuditService } from '../audit/audit.service';
import type { DeployedForm } from '../deployment/deployed-form.service';
import { PermissionService } from '../permission/permission.service';
import { type NewSubmissionChange, SubmissionWriteRepository } from './submission-write.repository';

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

/** Logs changes, records them in the audit log and publishes them, all in the transaction of the change. */
@Injectable()
export class SubmissionChangeService {
  constructor(
    private readonly stored: SubmissionWriteRepository,
    private readonly permissions: PermissionService,
    private readonly audit: AuditService,
  ) {}

  /** Logs a change before it is made, with the users whose row filter contains the submissions until then (decision 74). */
  async log(transaction: Transaction, change: NewSubmissionChange): Promise<void> {
    if (change.submissionIds.length === 0) return;
    await this.stored.recordChange(transaction, change);
    await this.noteViewers(transaction, change.assetId, change.submissionIds);
  }

  /** Does the same for a change that is in the change log already. Before it is made, too. */
  async noteViewers(
    transaction: Transaction,
    assetId: number,
    submissionIds: readonly number[],
  ): Promise<void> {
    for (const { filter, userIds } of await this.permissions.partialViewers(transaction, assetId)) {
      await this.stored.noteViewers(transaction, scopeOfFilter(assetId, filter), userIds, submissionIds);
    }
  }

  /** Records a logged change in the audit log and publishes it. */
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
