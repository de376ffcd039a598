import { Module, type OnModuleInit } from '@nestjs/common';
import { StoredFileOwners } from '../storage/stored-file-owners.port';
import { BackupHoldQuery } from './backup-hold.query';

/** The service's part in a backup: it removes no file while one is made. */
@Module({ providers: [BackupHoldQuery] })
export class BackupModule implements OnModuleInit {
  constructor(
    private readonly hold: BackupHoldQuery,
    private readonly owners: StoredFileOwners,
  ) {}

  onModuleInit(): void {
    this.owners.holdWhile(() => this.hold.isHeld());
  }
}
