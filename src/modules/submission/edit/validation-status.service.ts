import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../../domain/account/actor';
import { orNotFound } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { scopeOf } from '../../../domain/query/submission-scope';
import type { BulkValidationStatus } from '../../../domain/submission/bulk-selection';
import { readSubmissionIdentifier } from '../../../domain/submission/instance-meta';
import {
  createValidationStatus,
  type ValidationStatus,
  type ValidationStatusUid,
} from '../../../domain/submission/validation-status';
import { type DeployedForm, DeployedFormService } from '../../deployment/deployed-form.service';
import { SubmissionChangeService } from '../submission-change.service';
import { SubmissionSelectionService } from './submission-selection.service';
import { SubmissionReadRepository } from '../read/submission-read.repository';
import { SubmissionWriteRepository } from '../submission-write.repository';

/** Key of submissions without a status in the history. */
const NO_STATUS = 'none';

type Access = AssetAccess<'validate_submissions'>;

/** Validation statuses (contract-data 3.6); they can change on archived forms too. */
@Injectable()
export class ValidationStatusService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly submissions: SubmissionReadRepository,
    private readonly selections: SubmissionSelectionService,
    private readonly stored: SubmissionWriteRepository,
    private readonly changes: SubmissionChangeService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns null if unset @throws NotFoundError */
  async get(access: AssetAccess<'view_submissions'>, name: string): Promise<ValidationStatus | null> {
    await this.forms.getDeployed(access);
    const found = orNotFound(
      await this.submissions.findValidationStatus(scopeOf(access), readSubmissionIdentifier(name)),
    );
    return found.validationStatus;
  }

  /** @param uid null clears the status @throws NotFoundError, DeniedError */
  async set(
    actor: Actor,
    access: Access,
    name: string,
    uid: ValidationStatusUid | null,
  ): Promise<ValidationStatus | null> {
    const form = await this.forms.getDeployed(access);
    return this.unitOfWork.run(async (transaction) => {
      const { id } = await this.selections.lockOne(transaction, access, name);
      return this.write(transaction, actor, form, { ids: [id], uid });
    });
  }

  /** All or none. @returns the number updated @throws InvalidError, DeniedError as `SubmissionSelectionService.lock` */
  async setMany(actor: Actor, access: Access, { selection, uid }: BulkValidationStatus): Promise<number> {
    const form = await this.forms.getDeployed(access);
    const found = await this.selections.find(access, form, selection);
    return this.unitOfWork.run(async (transaction) => {
      const ids = await this.selections.lock(transaction, access, selection, found);
      await this.write(transaction, actor, form, { ids, uid });
      return ids.length;
    });
  }

  private async write(
    transaction: Transaction,
    actor: Actor,
    form: DeployedForm,
    { ids, uid }: { ids: readonly number[]; uid: ValidationStatusUid | null },
  ): Promise<ValidationStatus | null> {
    const now = this.clock.now();
    const username = actor.kind === 'user' ? actor.username : 'AnonymousUser';
    const status = uid === null ? null : createValidationStatus(uid, username, now);
    const { assetId } = form;
    const former = await this.stored.idsByStatus(transaction, assetId, ids);
    await this.stored.setValidationStatus(transaction, { assetId, ids, now }, status);
    const old = Object.fromEntries(former.map((each) => [each.uid ?? NO_STATUS, each.ids]));
    const details = { validation_status: uid ?? NO_STATUS, former_validation_statuses: old };
    await this.changes.record(transaction, form, 'validation_status', {
      actor,
      submissionIds: ids,
      now,
      details,
    });
    return status;
  }
}
