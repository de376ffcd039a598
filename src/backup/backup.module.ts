import { Module, type OnModuleInit } from '@nestjs/common';
import { StoredFileOwners } from '../storage/stored-file-owners.port';
import { BackupLockQuery } from './backup-lock.query';

/** Suspends the cleanup of stored files while a backup runs. */
@Module({ providers: [BackupLockQuery] })
export class BackupModule implements OnModuleInit {
  constructor(
    private readonly lock: BackupLockQuery,
    private readonly owners: StoredFileOwners,
  ) {}

  onModuleInit(): void {
    this.owners.suspendCleanupWhile(() => this.lock.isLocked());
  }
}
