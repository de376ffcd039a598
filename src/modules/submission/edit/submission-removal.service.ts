import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import type { BulkSelection } from '../../../domain/submission/bulk-selection';
import { type DeployedForm, DeployedFormService } from '../../deployment/deployed-form.service';
import { AttachmentStorageService } from '../intake/attachment-storage.service';
import { SubmissionChangeService } from '../submission-change.service';
import { SubmissionSelectionService } from './submission-selection.service';
import { SubmissionWriteQuery } from '../submission-write.query';

type Access = AssetAccess<'delete_submissions'>;

/** Deletes submissions permanently, with attachments and history (contract-data 3.3, 3.4). */
@Injectable()
export class SubmissionRemovalService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly selections: SubmissionSelectionService,
    private readonly stored: SubmissionWriteQuery,
    private readonly changes: SubmissionChangeService,
    private readonly files: AttachmentStorageService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async removeOne(actor: Actor, access: Access, name: string): Promise<void> {
    const form = await this.forms.getDeployed(access);
    const sha256s = await this.unitOfWork.run(async (transaction) => {
      const { id } = await this.selections.lockOne(transaction, access, name);
      return this.remove(transaction, actor, form, [id]);
    });
    await this.files.release(sha256s);
  }

  /** Ids that `removeMany` would delete, in ascending order; explicit ids are not checked yet. */
  async find(access: Access, selection: BulkSelection): Promise<readonly number[]> {
    return this.selections.find(access, await this.forms.getDeployed(access), selection);
  }

  /**
   * All or none.
   * @returns the number deleted
   * @throws InvalidError for an unknown id, DeniedError outside the caller's partial permission
   */
  async removeMany(actor: Actor, access: Access, selection: BulkSelection): Promise<number> {
    const form = await this.forms.getDeployed(access);
    const found = await this.selections.find(access, form, selection);
    const { count, sha256s } = await this.unitOfWork.run(async (transaction) => {
      const ids = await this.selections.lock(transaction, access, selection, found);
      return { count: ids.length, sha256s: await this.remove(transaction, actor, form, ids) };
    });
    await this.files.release(sha256s);
    return count;
  }

  private async remove(
    transaction: Transaction,
    actor: Actor,
    form: DeployedForm,
    submissionIds: readonly number[],
  ): Promise<Buffer[]> {
    const sha256s = await this.stored.remove(transaction, form.assetId, submissionIds);
    await this.changes.record(transaction, form, 'deleted', { actor, submissionIds, now: this.clock.now() });
    return sha256s;
  }
}
