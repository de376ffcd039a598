import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PermissionAssignmentEntity } from '../../database/entities/permission-assignment.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { InheritanceQuery } from './inheritance.query';
import { InheritanceService } from './inheritance.service';
import { ManyAssignmentsController } from './many-assignments.controller';
import { PermissionAssignmentController } from './permission-assignment.controller';
import { PermissionAssignmentService } from './permission-assignment.service';
import { PermissionController } from './permission.controller';
import { PermissionQuery } from './permission.query';
import { PermissionRepository } from './permission.repository';
import { PermissionService } from './permission.service';

/** What may be held, who holds it, and the proof of it. */
@Module({
  imports: [TypeOrmModule.forFeature([PermissionAssignmentEntity]), AccountModule, AuditModule],
  // What changes many stands first: `bulk` and `clone` are no assignments.
  controllers: [PermissionController, ManyAssignmentsController, PermissionAssignmentController],
  providers: [
    PermissionService,
    PermissionAssignmentService,
    PermissionQuery,
    PermissionRepository,
    InheritanceService,
    InheritanceQuery,
  ],
  exports: [PermissionService, InheritanceService],
})
export class PermissionModule {}
