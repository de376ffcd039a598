import { Global, Module } from '@nestjs/common';
import { Environment } from '../config/environment';
import { openStorage } from './open-storage';
import { Storage } from './storage.port';
import { StorageCleanup } from './storage-cleanup';
import { StoredFileOwners } from './stored-file-owners.port';

@Global()
@Module({
  providers: [
    { provide: Storage, inject: [Environment], useFactory: openStorage },
    StoredFileOwners,
    StorageCleanup,
  ],
  exports: [Storage, StoredFileOwners],
})
export class StorageModule {}
