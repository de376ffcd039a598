import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import { NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { scopeOf } from '../../domain/query/submission-scope';
import type { BulkVerdict } from '../../domain/submission/bulk-selection';
import { readSubmissionName } from '../../domain/submission/submission-name';
import {
  giveValidationStatus,
  type ValidationStatus,
  type ValidationStatusUid,
} from '../../domain/submission/validation-status';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import { SubmissionChangeService } from './submission-change.service';
import { SubmissionSelectionService } from './submission-selection.service';
import { SubmissionQuery } from './submission.query';
import { ValidationStatusQuery } from './validation-status.query';

type Access = AssetAccess<'validate_submissions'>;

/** Verdicts on submissions (contract-data 3.6). They may be given to what an archived form has collected, too. */
@Injectable()
export class ValidationStatusService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly submissions: SubmissionQuery,
    private readonly selections: SubmissionSelectionService,
    private readonly verdicts: ValidationStatusQuery,
    private readonly changes: SubmissionChangeService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns null where nobody has judged */
  async show(access: AssetAccess<'view_submissions'>, name: string): Promise<ValidationStatus | null> {
    await this.forms.deployed(access);
    const found = await this.submissions.findVerdict(scopeOf(access), readSubmissionName(name));
    if (found === undefined) throw new NotFoundError();
    return found.validationStatus;
  }

  /** @param uid null takes the verdict away. @throws NotFoundError, DeniedError */
  async judge(
    actor: Actor,
    access: Access,
    name: string,
    uid: ValidationStatusUid | null,
  ): Promise<ValidationStatus | null> {
    const form = await this.forms.deployed(access);
    return this.unitOfWork.run(async (transaction) => {
      const { id } = await this.selections.lockOne(transaction, access, name);
      return this.write(transaction, actor, form, { ids: [id], uid });
    });
  }

  /** All of them or none. @returns how many. @throws InvalidError, DeniedError as removal does */
  async judgeMany(actor: Actor, access: Access, { selection, uid }: BulkVerdict): Promise<number> {
    const form = await this.forms.deployed(access);
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
    const byWhom = actor.kind === 'user' ? actor.username : 'AnonymousUser';
    const status = uid === null ? null : giveValidationStatus(uid, byWhom, now);
    await this.verdicts.judge(transaction, { assetId: form.assetId, ids, now }, status);
    await this.changes.note(transaction, form, 'validation_status', { actor, submissionIds: ids, now });
    return status;
  }
}
