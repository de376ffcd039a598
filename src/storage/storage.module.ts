import { Global, Module } from '@nestjs/common';
import { Environment } from '../config/environment';
import { openStorage } from './open-storage';
import { Storage } from './storage.port';
import { StorageSweep } from './storage-sweep';
import { StoredFileOwners } from './stored-file-owners.port';

/** The bytes that clients upload. */
@Global()
@Module({
  providers: [
    { provide: Storage, inject: [Environment], useFactory: openStorage },
    StoredFileOwners,
    StorageSweep,
  ],
  exports: [Storage, StoredFileOwners],
})
export class StorageModule {}
