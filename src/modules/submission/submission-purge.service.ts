import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AssetPurges } from '../../events/asset-purge.port';
import { Storage } from '../../storage/storage.port';
import { SubmissionPurgeQuery } from './submission-purge.query';

/** Lets the submissions of a purged asset go, some at a time, and the bytes that came with them. */
@Injectable()
export class SubmissionPurgeService implements OnModuleInit {
  constructor(
    private readonly submissions: SubmissionPurgeQuery,
    private readonly storage: Storage,
    private readonly purges: AssetPurges,
  ) {}

  onModuleInit(): void {
    this.purges.add((assetId) => this.purge(assetId));
  }

  private async purge(assetId: number): Promise<void> {
    let next = await this.submissions.next(assetId);
    while (next !== undefined) {
      // First, so that a crash in between leaves the question who needs the bytes, and not the bytes.
      for (const sha256 of next.sha256s) await this.storage.release(sha256);
      await this.submissions.remove(assetId, next.ids);
      next = await this.submissions.next(assetId);
    }
    while (await this.submissions.removeChanges(assetId));
  }
}
