import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { type Actor, ANONYMOUS_USERNAME } from '../../../domain/account/actor';
import type { AuditMetadata } from '../../../domain/audit/audit-action';
import { NotFoundError, orNotFound } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { scopeOf } from '../../../domain/query/submission-scope';
import type { BulkSelection, BulkValidationStatus } from '../../../domain/submission/bulk-selection';
import { readSubmissionIdentifier } from '../../../domain/submission/instance-meta';
import {
  createValidationStatus,
  type ValidationStatus,
  type ValidationStatusUid,
} from '../../../domain/submission/validation-status';
import { type DeployedForm, DeployedFormService } from '../../deployment/deployed-form.service';
import { EntityIntakeService } from '../../entity/entity-intake.service';
import { DeletedSubmissionRepository } from '../deleted-submission.repository';
import { SubmissionChangeService } from '../submission-change.service';
import { SubmissionSelectionService } from './submission-selection.service';
import { SubmissionReadRepository } from '../read/submission-read.repository';
import { type StatusTarget, ValidationStatusRepository } from './validation-status.repository';

/** Key of submissions without a status in the history. */
const NO_STATUS = 'none';

type Access = AssetAccess<'validate_submissions'>;

export interface StatusChange {
  /** Number by which it can be undone; null if no submission was selected. */
  readonly change: number | null;
  readonly updated: number;
}

/** Validation statuses (contract-data 3.6); they can change on archived forms too. */
@Injectable()
export class ValidationStatusService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly submissions: SubmissionReadRepository,
    private readonly selections: SubmissionSelectionService,
    private readonly statuses: ValidationStatusRepository,
    private readonly deleted: DeletedSubmissionRepository,
    private readonly changes: SubmissionChangeService,
    private readonly entities: EntityIntakeService,
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
      const status = this.newStatus(actor, uid);
      await this.write(transaction, actor, form, [id], {
        write: (target) => this.statuses.set(transaction, target, status),
        details: () => ({ validation_status: uid ?? NO_STATUS }),
      });
      return status;
    });
  }

  /** Ids that `setMany` would change, in ascending order; explicit ids are not checked yet. */
  async find(access: Access, selection: BulkSelection): Promise<readonly number[]> {
    return this.selections.find(access, await this.forms.getDeployed(access), selection);
  }

  /** All or none. @throws InvalidError, DeniedError as `SubmissionSelectionService.lock` */
  async setMany(
    actor: Actor,
    access: Access,
    { selection, uid }: BulkValidationStatus,
  ): Promise<StatusChange> {
    const form = await this.forms.getDeployed(access);
    const found = await this.selections.find(access, form, selection);
    return this.unitOfWork.run(async (transaction) => {
      const ids = await this.selections.lock(transaction, access, form, { selection, found });
      const status = this.newStatus(actor, uid);
      const change = await this.write(transaction, actor, form, ids, {
        write: (target) => this.statuses.set(transaction, target, status),
        details: () => ({ validation_status: uid ?? NO_STATUS }),
      });
      return { change, updated: ids.length };
    });
  }

  /**
   * Sets the statuses back that a change replaced, of submissions whose status was not changed since. Itself a change.
   * @throws NotFoundError without a submission of the change within the caller's permission
   */
  async undo(actor: Actor, access: Access, undone: number): Promise<StatusChange & { skipped: number }> {
    const form = await this.forms.getDeployed(access);
    const { assetId } = form;
    return this.unitOfWork.run(async (transaction) => {
      const changed = await this.statuses.listChanged(transaction, assetId, undone);
      // Changed ones that are gone or out of reach are left out.
      const locked = await this.selections.lock(transaction, access, form, {
        selection: { kind: 'all' },
        found: changed,
      });
      if (locked.length === 0) throw new NotFoundError();
      const ids = await this.statuses.filterUnchanged(transaction, assetId, undone, locked);
      const change = await this.write(transaction, actor, form, ids, {
        write: (target) => this.statuses.restore(transaction, undone, target),
        details: async () => ({
          restored_validation_statuses: byStatus(await this.statuses.idsByStatus(transaction, assetId, ids)),
        }),
      });
      return { change, updated: ids.length, skipped: locked.length - ids.length };
    });
  }

  private newStatus(actor: Actor, uid: ValidationStatusUid | null): ValidationStatus | null {
    const username = actor.kind === 'user' ? actor.username : ANONYMOUS_USERNAME;
    return uid === null ? null : createValidationStatus(uid, username, this.clock.now());
  }

  /** @param details of the audit entry, once written @returns the number of the change, null if there is none */
  private async write(
    transaction: Transaction,
    actor: Actor,
    form: DeployedForm,
    ids: readonly number[],
    {
      write,
      details,
    }: {
      write: (target: StatusTarget) => Promise<void>;
      details: () => AuditMetadata | Promise<AuditMetadata>;
    },
  ): Promise<number | null> {
    if (ids.length === 0) return null;
    const { assetId } = form;
    const now = this.clock.now();
    const former = await this.statuses.idsByStatus(transaction, assetId, ids);
    const change = await this.statuses.nextChange(transaction);
    for (const batch of await this.deleted.batches(transaction, 'submission', assetId, ids)) {
      const target = { assetId, ids: batch, now };
      await this.statuses.log(transaction, change, target);
      await this.changes.noteViewers(transaction, assetId, batch);
      await write(target);
    }
    await this.entities.applyPending(transaction, assetId, ids, now);
    await this.changes.announce(transaction, form, 'validation_status', {
      actor,
      submissionIds: ids,
      details: { ...(await details()), former_validation_statuses: byStatus(former) },
    });
    return change;
  }
}

function byStatus(groups: readonly { uid: string | null; ids: readonly number[] }[]): AuditMetadata {
  return Object.fromEntries(groups.map(({ uid, ids }) => [uid ?? NO_STATUS, ids]));
}
