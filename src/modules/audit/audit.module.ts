import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEntryEntity } from '../../database/entities/audit-entry.entity';
import { AuditController } from './audit.controller';
import { AuditQuery } from './audit.query';
import { AuditService } from './audit.service';
import { ProjectHistoryController } from './project-history.controller';

@Module({
  imports: [TypeOrmModule.forFeature([AuditEntryEntity])],
  controllers: [ProjectHistoryController, AuditController],
  providers: [AuditService, AuditQuery],
  exports: [AuditService],
})
export class AuditModule {}
