import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PermissionAssignmentEntity } from '../../database/entities/permission.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { InheritanceRepository } from './inheritance.repository';
import { InheritanceService } from './inheritance.service';
import {
  BulkAssignmentController,
  PermissionAssignmentController,
  PermissionController,
} from './permission.controller';
import { PermissionAssignmentService } from './permission-assignment.service';
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
    PermissionRepository,
    InheritanceService,
    InheritanceRepository,
  ],
  exports: [PermissionService, PermissionAssignmentService, InheritanceService],
})
export class PermissionModule {}
