import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { Environment } from '../../../config/environment';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { SERVICE } from '../../../domain/account/actor';
import { AssetPurges } from '../../../events/asset-purge.port';
import { JobRegistry } from '../../../jobs/job-queue.port';
import { Storage } from '../../../storage/storage.port';
import { StoredFileOwners } from '../../../storage/stored-file-owners.port';
import { AuditService } from '../../audit/audit.service';
import { AttachmentStorageService } from '../intake/attachment-storage.service';
import { DeletedSubmissionQuery } from '../deleted-submission.query';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Purges deleted submissions whose retention has expired, and those of purged assets (decision 175). */
@Injectable()
export class DeletedSubmissionExpiryService implements OnModuleInit {
  constructor(
    private readonly deleted: DeletedSubmissionQuery,
    private readonly files: AttachmentStorageService,
    private readonly storage: Storage,
    private readonly owners: StoredFileOwners,
    private readonly purges: AssetPurges,
    private readonly audit: AuditService,
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
