import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { OwnershipModule } from '../ownership/ownership.module';
import { PermissionModule } from '../permission/permission.module';
import { BulkActionController } from './bulk-action.controller';
import { BulkActionService } from './bulk-action.service';
import { LifecycleQuery } from './lifecycle.query';
import { PurgeService } from './purge.service';
import { RemovalController } from './removal.controller';
import { RemovalService } from './removal.service';

/** How assets rest, go and come back. */
@Module({
  imports: [AuditModule, PermissionModule, OwnershipModule],
  controllers: [BulkActionController, RemovalController],
  providers: [BulkActionService, RemovalService, PurgeService, LifecycleQuery],
})
export class LifecycleModule {}
