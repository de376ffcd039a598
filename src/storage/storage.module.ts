import { join, resolve } from 'node:path';
import { Global, Module, Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '../config/environment';
import { openStorage } from './open-storage';
import { ScratchSpace } from './scratch-space';
import { Storage, StoredFileOwners } from './storage.port';
import { JobRegistry } from '../jobs/job-queue.port';

/** Requests last 15 minutes at most: older files were left by crashes or failures. */
const MIN_AGE_MS = 60 * 60_000;
/** Large exports take hours. */
const SCRATCH_MIN_AGE_MS = 24 * MIN_AGE_MS;

/** Garbage collection of stored files: removes stale staged files, and bytes that no row references. */
@Injectable()
class StorageCleanup implements OnModuleInit {
  constructor(
    private readonly storage: Storage,
    private readonly scratch: ScratchSpace,
    private readonly owners: StoredFileOwners,
    private readonly registry: JobRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'storage.delete-orphans',
      intervalMs: MIN_AGE_MS,
      run: async () => {
        await this.storage.expireStagedFiles(MIN_AGE_MS);
        await this.scratch.expire(SCRATCH_MIN_AGE_MS);
        await this.storage.removeUnreferenced(MIN_AGE_MS, this.owners.findRetained);
      },
    });
  }
}

@Global()
@Module({
  providers: [
    { provide: Storage, inject: [Environment], useFactory: openStorage },
    {
      provide: ScratchSpace,
      inject: [Environment],
      useFactory: ({ DATA_DIR }: Environment) => new ScratchSpace(join(resolve(DATA_DIR), 'scratch')),
    },
    StoredFileOwners,
    StorageCleanup,
  ],
  exports: [Storage, ScratchSpace, StoredFileOwners],
})
export class StorageModule {}
