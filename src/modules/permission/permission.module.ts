import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PermissionAssignmentEntity } from '../../database/entities/permission-assignment.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { InheritanceQuery } from './inheritance.query';
import { InheritanceService } from './inheritance.service';
import { BulkAssignmentController } from './bulk-assignment.controller';
import { PermissionAssignmentController } from './permission-assignment.controller';
import { PermissionAssignmentService } from './permission-assignment.service';
import { PermissionController } from './permission.controller';
import { PermissionQuery } from './permission.query';
import { PermissionRepository } from './permission.repository';
import { PermissionService } from './permission.service';

/** Permissions, their assignments and inheritance, and authorization on assets. */
@Module({
  imports: [TypeOrmModule.forFeature([PermissionAssignmentEntity]), AccountModule, AuditModule],
  // Bulk routes first: `:assignment` matches `bulk` and `clone` too.
  controllers: [PermissionController, BulkAssignmentController, PermissionAssignmentController],
  providers: [
    PermissionService,
    PermissionAssignmentService,
    PermissionQuery,
    PermissionRepository,
    InheritanceService,
    InheritanceQuery,
  ],
  exports: [PermissionService, PermissionAssignmentService, InheritanceService],
})
export class PermissionModule {}
