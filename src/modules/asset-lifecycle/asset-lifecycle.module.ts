import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { OwnershipModule } from '../ownership/ownership.module';
import { PermissionModule } from '../permission/permission.module';
import { BulkActionController } from './bulk-action.controller';
import { BulkActionService } from './bulk-action.service';
import { AssetLifecycleQuery } from './asset-lifecycle.query';
import { PurgeService } from './purge.service';
import { AssetDeletionController } from './asset-deletion.controller';
import { AssetDeletionService } from './asset-deletion.service';

/** Archiving, soft deletion, restoring and purging of assets. */
@Module({
  imports: [AuditModule, PermissionModule, OwnershipModule],
  controllers: [BulkActionController, AssetDeletionController],
  providers: [BulkActionService, AssetDeletionService, PurgeService, AssetLifecycleQuery],
  exports: [AssetDeletionService],
})
export class AssetLifecycleModule {}
