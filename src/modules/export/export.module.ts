import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { ExportSettingEntity } from '../../database/entities/export-setting.entity';
import { ExportTaskEntity } from '../../database/entities/export-task.entity';
import { TaskModule } from '../../jobs/task/task.module';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { DeploymentModule } from '../deployment/deployment.module';
import { MediaModule } from '../media/media.module';
import { PermissionModule } from '../permission/permission.module';
import { SubmissionModule } from '../submission/submission.module';
import { ExportBuildService } from './export-build.service';
import { ExportDataController } from './export-data.controller';
import { ExportJobService } from './export-job.service';
import { ExportSettingController } from './export-setting.controller';
import { ExportSettingRepository } from './export-setting.repository';
import { ExportSettingService } from './export-setting.service';
import { ExportTableService } from './export-table.service';
import { ExportController } from './export.controller';
import { ExportQuery } from './export.query';
import { ExportRepository } from './export.repository';
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
    ExportQuery,
    ExportSettingService,
    ExportSettingRepository,
  ],
  exports: [ExportService, ExportSettingService],
})
export class ExportModule {}
