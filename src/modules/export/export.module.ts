import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssetEntity, ExportSettingEntity } from '../../database/entities/asset.entity';
import { ExportTaskEntity } from '../../database/entities/task.entity';
import { TaskModule } from '../../jobs/task/task.module';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { DeploymentModule } from '../deployment/deployment.module';
import { MediaModule } from '../media/media.module';
import { PermissionModule } from '../permission/permission.module';
import { SubmissionModule } from '../submission/submission.module';
import { ExportBuildService } from './export-build.service';
import { ExportDataController, ExportSettingController } from './export-setting.controller';
import { ExportJobService } from './export-job.service';
import { ExportSettingRepository, ExportRepository } from './export.repository';
import { ExportSettingService } from './export-setting.service';
import { ExportTableService } from './export-table.service';
import { ExportController } from './export.controller';
import { ExportService } from './export.service';

/** Exports of submissions as files: tasks, saved settings and synchronous exports. */
@Module({
  imports: [
    TaskModule.forFeature(ExportTaskEntity),
    TypeOrmModule.forFeature([ExportSettingEntity, AssetEntity]),
    AccountModule,
    AuditModule,
    PermissionModule,
    MediaModule,
    DeploymentModule,
    SubmissionModule,
  ],
  controllers: [ExportController, ExportDataController, ExportSettingController],
  providers: [
    ExportService,
    ExportJobService,
    ExportBuildService,
    ExportTableService,
    ExportRepository,
    ExportSettingService,
    ExportSettingRepository,
  ],
  exports: [ExportService, ExportSettingService],
})
export class ExportModule {}
