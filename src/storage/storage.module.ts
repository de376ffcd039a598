import { join, resolve } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Environment } from '../config/environment';
import { openStorage } from './open-storage';
import { ScratchSpace } from './scratch-space';
import { Storage } from './storage.port';
import { StorageCleanup } from './storage-cleanup';
import { StoredFileOwners } from './stored-file-owners.port';

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
