import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AssetPurges } from '../../../events/asset-purge.port';
import { Storage } from '../../../storage/storage.port';
import { SubmissionRepository } from '../submission.repository';
import { SubmissionPurgeQuery } from './submission-purge.query';

/** Deletes the submissions of a purged asset and releases the bytes of their attachments. */
@Injectable()
export class SubmissionPurgeService implements OnModuleInit {
  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly batches: SubmissionPurgeQuery,
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
