import { Module, type OnModuleInit } from '@nestjs/common';
import { StoredFileOwners } from '../storage/storage.port';
import { BackupLock } from './backup-database';

/** Suspends the cleanup of stored files while a backup runs. */
@Module({ providers: [BackupLock] })
export class BackupModule implements OnModuleInit {
  constructor(
    private readonly lock: BackupLock,
    private readonly owners: StoredFileOwners,
  ) {}

  onModuleInit(): void {
    this.owners.suspendCleanupWhile(() => this.lock.isLocked());
  }
}
