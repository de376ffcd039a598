import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../jobs/job-queue.port';
import { Storage } from './storage.port';
import { StoredFileOwners } from './stored-file-owners.port';

/** A request lasts a quarter of an hour at the most; what is older than this was left by a crash or a failure. */
const ABANDONED_MS = 60 * 60_000;

/** Keeps the storage free of bytes that nobody will ask for. */
@Injectable()
export class StorageSweep implements OnModuleInit {
  constructor(
    private readonly storage: Storage,
    private readonly owners: StoredFileOwners,
    private readonly registry: JobRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.registerChore({
      name: 'sweep files without a row',
      everyMs: ABANDONED_MS,
      run: async () => {
        await this.storage.sweepDrafts(ABANDONED_MS);
        await this.storage.sweepUnnamed(ABANDONED_MS, this.owners.kept);
      },
    });
  }
}
