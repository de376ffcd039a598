import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { Environment } from '../../../config/environment';
import { SummaryRepository } from '../../../database/summary/summary.repository';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { type Actor, SERVICE } from '../../../domain/account/actor';
import { ConflictError, DeniedError, InvalidError, orNotFound } from '../../../domain/errors';
import type { Page, PageWindow } from '../../../domain/page';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import {
  readSubmissionQuery,
  narrowScope,
  scopeOf,
  type SubmissionScope,
} from '../../../domain/query/submission-scope';
import { assertSameSelection, type BulkSelection } from '../../../domain/submission/bulk-selection';
import { AccountService } from '../../account/account.service';
import { AuditService } from '../../audit/audit.service';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import { EntityIntakeService } from '../../entity/entity-intake.service';
import { QuotaService } from '../../account/quota/quota.service';
import { AttachmentStorageService } from '../intake/attachment-storage.service';
import { isNumericIn, type SubmissionJson, type SubmissionPage } from '../read/submission.service';
import { SubmissionChangeService } from '../submission-change.service';
import { SubmissionWriteRepository } from '../submission-write.repository';
import { DeletedSubmissionRepository } from '../deleted-submission.repository';
import {
  DeletedSubmissionListRepository,
  type DeletedSubmissionRow,
} from './deleted-submission-list.repository';
import { AssetPurges } from '../../../events/subscribers.port';
import { JobRegistry } from '../../../jobs/job-queue.port';
import { Storage, StoredFileOwners } from '../../../storage/storage.port';

export type { DeletedSubmissionRow };

type Access = AssetAccess<'delete_submissions'>;

export interface DeletedPageWindow extends PageWindow {
  /** JSON text of a filter as in the submission list. */
  readonly query: unknown;
}

export interface Restoration {
  readonly restored: number;
  /** Ids that stay deleted, because another submission has their id or root uuid. */
  readonly conflicts: readonly number[];
}

/** Lists, restores and purges deleted submissions, each for those who may delete it (decision 175). */
@Injectable()
export class DeletedSubmissionService {
  constructor(
    private readonly deleted: DeletedSubmissionRepository,
    private readonly lists: DeletedSubmissionListRepository,
    private readonly stored: SubmissionWriteRepository,
    private readonly changes: SubmissionChangeService,
    private readonly files: AttachmentStorageService,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
    private readonly audit: AuditService,
    private readonly quotas: QuotaService,
    private readonly entities: EntityIntakeService,
    private readonly summaries: SummaryRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /** Days that deleted submissions are kept; 0: they are not. */
  get keptDays(): number {
    return this.environment.DELETED_SUBMISSIONS_KEPT_DAYS;
  }

  /**
   * Last deleted first.
   * @param signal cancels the search when the client disconnects
   * @throws InvalidError if the asset was never deployed, or for an invalid query
   */
  async page(
    access: Access,
    window: DeletedPageWindow,
    signal: AbortSignal,
  ): Promise<Omit<SubmissionPage, 'nextCursor'>> {
    const scope = await this.narrowed(access, window.query);
    const [{ count, rows }, ownerUsername] = await Promise.all([
      this.lists.find(scope, window, signal),
      this.accounts.usernameOf(access.ownerId),
    ]);
    const ids = rows.map(({ id }) => id);
    return {
      count,
      ownerUsername,
      hasMarkers: rows.some(({ attachmentCount }) => attachmentCount > 0),
      writeRows: (sink, frame, stages) => this.lists.stream(scope, ids, this.keptDays, frame, stages, sink),
    };
  }

  /** Rows of a page without their answers. */
  async list(access: Access, window: PageWindow): Promise<Page<DeletedSubmissionRow>> {
    const { count, rows } = await this.lists.find(await this.narrowed(access, undefined), window);
    return { count, items: rows };
  }

  async isDeleted(access: Access, id: number): Promise<boolean> {
    const scope = await this.narrowed(access, undefined);
    return (await this.lists.findJson(scope, id, this.keptDays)) !== undefined;
  }

  /** Ids of all that the caller may restore, in ascending order. */
  async findAll(access: Access): Promise<readonly number[]> {
    return this.find(access, { kind: 'all' });
  }

  /** @throws NotFoundError */
  async get(access: Access, id: number): Promise<SubmissionJson> {
    const scope = await this.narrowed(access, undefined);
    const [json, ownerUsername] = await Promise.all([
      this.lists.findJson(scope, id, this.keptDays),
      this.accounts.usernameOf(access.ownerId),
    ]);
    return { json: orNotFound(json), ownerUsername };
  }

  /**
   * Restores submissions as they were, with attachments, history, supplements, ids and times. Of named ones all or none.
   * @throws InvalidError for an id that is not deleted, DeniedError outside the caller's partial permission
   * @throws StaleStateError if other submissions are deleted than its user saw
   * @throws ConflictError if a named one, or each of those found, has been sent again
   * @throws OverQuotaError if a limit would be exceeded
   */
  async restore(actor: Actor, access: Access, selection: BulkSelection): Promise<Restoration> {
    const form = await this.forms.getDeployed(access);
    const found = await this.find(access, selection);
    const { assetId } = access;
    return this.unitOfWork.run(async (transaction) => {
      await this.stored.lockAsset(transaction, assetId);
      const ids = await this.lock(transaction, access, selection, found);
      assertSameSelection(selection, ids, OTHERS_DELETED);
      const now = this.clock.now();
      const restored: number[] = [];
      for (const batch of await this.deleted.batches(transaction, 'deleted_submission', assetId, ids)) {
        restored.push(...(await this.deleted.restore(transaction, { assetId, now }, batch)));
      }
      const isRestored = new Set(restored);
      const conflicts = ids.filter((id) => !isRestored.has(id));
      if (conflicts.length > 0 && (selection.kind === 'ids' || restored.length === 0)) {
        throw sentAgain(conflicts);
      }
      if (restored.length > 0) await this.quotas.assertWithin(transaction, access);
      // Not `created`: webhooks sent it when it was.
      await this.changes.log(transaction, { assetId, submissionIds: restored, kind: 'created', now });
      const change = {
        actor,
        submissionIds: restored,
        action: 'restore-submission',
        event: 'updated',
      } as const;
      await this.entities.applyPending(transaction, assetId, restored, now);
      await this.changes.announce(transaction, form, 'created', change);
      return { restored: restored.length, conflicts };
    });
  }

  /**
   * Deletes for good. All or none.
   * @returns the number deleted
   * @throws InvalidError for an id that is not deleted, DeniedError outside the caller's partial permission
   */
  async purge(actor: Actor, access: Access, selection: BulkSelection): Promise<number> {
    const found = await this.find(access, selection);
    const { assetId } = access;
    const { count, sha256s } = await this.unitOfWork.run(async (transaction) => {
      const ids = await this.lock(transaction, access, selection, found);
      const hashes: Buffer[] = [];
      for (const batch of await this.deleted.batches(transaction, 'deleted_submission', assetId, ids)) {
        hashes.push(...(await this.deleted.listHashes(transaction, assetId, batch)));
        await this.deleted.remove(transaction, assetId, batch);
        await this.entities.forget(transaction, assetId, batch);
      }
      if (ids.length > 0) {
        const metadata = { change: 'purged', submission_ids: ids };
        await this.audit.recordAssetEvents(transaction, actor, assetId, [
          { action: 'purge-submission', metadata },
        ]);
      }
      return { count: ids.length, sha256s: hashes };
    });
    await this.summaries.deleteOf(assetId);
    await this.files.release(sha256s);
    return count;
  }

  private async narrowed(access: Access, query: unknown): Promise<SubmissionScope> {
    const form = await this.forms.getDeployed(access);
    return narrowScope(scopeOf(access), readSubmissionQuery(query, isNumericIn(form)));
  }

  private async find(access: Access, selection: BulkSelection): Promise<readonly number[]> {
    if (selection.kind === 'ids') return selection.ids;
    const query = selection.kind === 'query' ? selection.query : undefined;
    return this.lists.findIds(await this.narrowed(access, query));
  }

  private async lock(
    transaction: Transaction,
    access: Access,
    { kind }: BulkSelection,
    found: readonly number[],
  ): Promise<number[]> {
    const locked = await this.deleted.lock(transaction, scopeOf(access), found);
    if (kind === 'ids' && locked.length < found.length) {
      throw new InvalidError('One or more submission ids are invalid');
    }
    const covered = locked.filter(({ isInScope }) => isInScope);
    if (kind === 'ids' && covered.length < locked.length) throw new DeniedError();
    return covered.map(({ id }) => id);
  }
}

const OTHERS_DELETED =
  'Other submissions are deleted now than when this page was shown. Open the list again and repeat the change.';
const MAX_NAMED_IDS = 10;

function sentAgain(ids: readonly number[]): ConflictError {
  const named = ids.slice(0, MAX_NAMED_IDS).join(', ') + (ids.length > MAX_NAMED_IDS ? ', …' : '');
  return new ConflictError(
    `Submissions that were sent again since they were deleted cannot be restored: ${named}. Delete the newer ones first.`,
  );
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Purges deleted submissions whose retention has expired, and those of purged assets (decision 175). */
@Injectable()
export class DeletedSubmissionExpiryService implements OnModuleInit {
  constructor(
    private readonly deleted: DeletedSubmissionRepository,
    private readonly files: AttachmentStorageService,
    private readonly storage: Storage,
    private readonly owners: StoredFileOwners,
    private readonly purges: AssetPurges,
    private readonly audit: AuditService,
    private readonly entities: EntityIntakeService,
    private readonly registry: JobRegistry,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.owners.register((sha256s) => this.deleted.findReferenced(sha256s));
    this.purges.add((assetId) => this.purgeAsset(assetId));
    this.registry.registerScheduled({
      name: 'deleted-submissions.purge',
      intervalMs: HOUR_MS,
      run: () => this.purgeExpired(),
    });
  }

  async purgeExpired(): Promise<void> {
    const retentionMs = this.environment.DELETED_SUBMISSIONS_KEPT_DAYS * DAY_MS;
    const before = new Date(this.clock.now().getTime() - retentionMs);
    for (const assetId of await this.deleted.assetsWithExpired(before)) {
      while (await this.purgeBatch(assetId, before));
    }
  }

  /** @returns whether there was one */
  private async purgeBatch(assetId: number, before: Date): Promise<boolean> {
    const { count, sha256s } = await this.unitOfWork.run(async (transaction) => {
      const ids = await this.deleted.lockExpired(transaction, assetId, before);
      const hashes = await this.deleted.listHashes(transaction, assetId, ids);
      await this.deleted.remove(transaction, assetId, ids);
      if (ids.length > 0) {
        await this.entities.forget(transaction, assetId, ids);
        const metadata = { change: 'expired', submission_ids: ids };
        await this.audit.recordAssetEvents(transaction, SERVICE, assetId, [
          { action: 'purge-submission', metadata },
        ]);
      }
      return { count: ids.length, sha256s: hashes };
    });
    await this.files.release(sha256s);
    return count > 0;
  }

  private async purgeAsset(assetId: number): Promise<void> {
    let batch = await this.deleted.nextOf(assetId);
    while (batch !== undefined) {
      const { ids, sha256s } = batch;
      // Release first: after a crash the storage cleanup job checks for references, so no bytes leak.
      for (const sha256 of sha256s) await this.storage.release(sha256);
      await this.unitOfWork.run((transaction) => this.deleted.remove(transaction, assetId, ids));
      batch = await this.deleted.nextOf(assetId);
    }
  }
}
