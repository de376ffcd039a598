import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PermissionAssignmentEntity } from '../../database/entities/permission-assignment.entity';
import { AccountModule } from '../account/account.module';
import { PermissionAssignmentController } from './permission-assignment.controller';
import { PermissionController } from './permission.controller';
import { PermissionQuery } from './permission.query';
import { PermissionRepository } from './permission.repository';
import { PermissionService } from './permission.service';

/** What may be held, who holds it, and the proof of it. */
@Module({
  imports: [TypeOrmModule.forFeature([PermissionAssignmentEntity]), AccountModule],
  controllers: [PermissionController, PermissionAssignmentController],
  providers: [PermissionService, PermissionQuery, PermissionRepository],
  exports: [PermissionService],
})
export class PermissionModule {}
