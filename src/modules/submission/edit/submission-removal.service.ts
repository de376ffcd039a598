import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { Environment } from '../../../config/environment';
import { SummaryRepository } from '../../../database/summary/summary.repository';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import type { BulkSelection } from '../../../domain/submission/bulk-selection';
import { type DeployedForm, DeployedFormService } from '../../deployment/deployed-form.service';
import { EntityIntakeService } from '../../entity/entity-intake.service';
import { DeletedSubmissionRepository } from '../deleted-submission.repository';
import { AttachmentStorageService } from '../intake/attachment-storage.service';
import { SubmissionChangeService } from '../submission-change.service';
import { SubmissionSelectionService } from './submission-selection.service';
import { SubmissionWriteRepository } from '../submission-write.repository';
import { AssetPurges } from '../../../events/subscribers.port';
import { Storage } from '../../../storage/storage.port';
import { SubmissionRepository, SubmissionPurgeRepository } from '../submission.repository';

type Access = AssetAccess<'delete_submissions'>;

/** Deletes submissions with attachments and history (contract-data 3.3, 3.4). They can be restored for a time (decision 175). */
@Injectable()
export class SubmissionRemovalService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly selections: SubmissionSelectionService,
    private readonly stored: SubmissionWriteRepository,
    private readonly deleted: DeletedSubmissionRepository,
    private readonly changes: SubmissionChangeService,
    private readonly files: AttachmentStorageService,
    private readonly entities: EntityIntakeService,
    private readonly summaries: SummaryRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  async removeOne(actor: Actor, access: Access, name: string): Promise<void> {
    const form = await this.forms.getDeployed(access);
    const sha256s = await this.unitOfWork.run(async (transaction) => {
      const { id } = await this.selections.lockOne(transaction, access, name);
      return this.remove(transaction, actor, form, [id]);
    });
    await this.release(access, sha256s);
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
      const ids = await this.selections.lock(transaction, access, form, { selection, found });
      return { count: ids.length, sha256s: await this.remove(transaction, actor, form, ids) };
    });
    await this.release(access, sha256s);
    return count;
  }

  private async release({ assetId }: Access, sha256s: readonly Buffer[]): Promise<void> {
    if (this.environment.DELETED_SUBMISSIONS_KEPT_DAYS === 0) await this.summaries.deleteOf(assetId);
    await this.files.release(sha256s);
  }

  /** @returns hashes of files to release */
  private async remove(
    transaction: Transaction,
    actor: Actor,
    form: DeployedForm,
    submissionIds: readonly number[],
  ): Promise<Buffer[]> {
    const { assetId } = form;
    const now = this.clock.now();
    const deletedBy = actor.kind === 'user' ? actor.username : null;
    const released: Buffer[] = [];
    await this.changes.log(transaction, { assetId, submissionIds, kind: 'deleted', now });
    for (const batch of await this.deleted.batches(transaction, 'submission', assetId, submissionIds)) {
      if (this.environment.DELETED_SUBMISSIONS_KEPT_DAYS > 0) {
        // Migrations bring submissions back by their ids: the last deletion counts.
        released.push(...(await this.deleted.listHashes(transaction, assetId, batch)));
        await this.deleted.remove(transaction, assetId, batch);
        await this.deleted.keep(transaction, { assetId, deletedBy, now }, batch);
      } else {
        released.push(...(await this.stored.listHashes(transaction, assetId, batch)));
        await this.entities.forget(transaction, assetId, batch);
      }
      await this.stored.remove(transaction, assetId, batch);
    }
    await this.changes.announce(transaction, form, 'deleted', { actor, submissionIds });
    return released;
  }
}

/** Deletes the submissions of a purged asset and releases the bytes of their attachments. */
@Injectable()
export class SubmissionPurgeService implements OnModuleInit {
  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly batches: SubmissionPurgeRepository,
    private readonly storage: Storage,
    private readonly purges: AssetPurges,
  ) {}

  onModuleInit(): void {
    this.purges.add((assetId) => this.purge(assetId));
  }

  private async purge(assetId: number): Promise<void> {
    let batch = await this.batches.next(assetId);
    while (batch !== undefined) {
      // Release first: after a crash the storage cleanup job checks for references, so no bytes leak.
      for (const sha256 of batch.sha256s) await this.storage.release(sha256);
      await this.submissions.deleteMany(assetId, batch.ids);
      batch = await this.batches.next(assetId);
    }
    while (await this.batches.removeChanges(assetId));
  }
}
