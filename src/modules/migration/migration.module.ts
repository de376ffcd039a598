import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  MigratedAssetEntity,
  MigrationSourceEntity,
  MigrationTaskEntity,
  MigratedSubmissionEntity,
} from '../../database/entities/task.entity';
import { TaskModule } from '../../jobs/task/task.module';
import { AccountModule } from '../account/account.module';
import { AssetModule } from '../asset/asset.module';
import { DeploymentModule } from '../deployment/deployment.module';
import { EntityModule } from '../entity/entity.module';
import { ExportModule } from '../export/export.module';
import { HookModule } from '../hook/hook.module';
import { MediaModule } from '../media/media.module';
import { SubmissionModule } from '../submission/submission.module';
import { PermissionModule } from '../permission/permission.module';
import { AccountMappingService } from './account-mapping.service';
import { CollectorMigrationService } from './collector-migration.service';
import { EntityMigrationService } from './entity-migration.service';
import { AssetMigrationService } from './asset-migration.service';
import { AccountExportService } from './folder/account-export.service';
import { EntityExportService } from './folder/entity-export.service';
import { LocalSource } from './local/local.source';
import { MigrationComparisonService, MigrationPlanService } from './migration-comparison.service';
import { MigrationRepository, MigrationTaskRepository } from './migration.repository';
import { MigrationService } from './migration.service';
import { MigrationJobService, MigrationTaskService } from './task/migration-task.service';
import { MigrationTaskController } from './task/migration-task.controller';
import { SubmissionComparisonService } from './submission-comparison.service';
import { SourceReaderService } from './task/source-reader.service';
import { SubmissionMigrationService } from './submission-migration.service';

/** Moves assets with their submissions from other servers, and out of this one (decision 150). */
@Module({
  imports: [
    TypeOrmModule.forFeature([MigrationSourceEntity, MigratedAssetEntity, MigratedSubmissionEntity]),
    // Tokens of sources are deleted with the end.
    TaskModule.forFeature(MigrationTaskEntity, { token: null, step: null }),
    AccountModule,
    AssetModule,
    DeploymentModule,
    EntityModule,
    ExportModule,
    HookModule,
    MediaModule,
    SubmissionModule,
    PermissionModule,
  ],
  controllers: [MigrationTaskController],
  providers: [
    MigrationService,
    MigrationTaskService,
    MigrationTaskRepository,
    MigrationJobService,
    SourceReaderService,
    AccountMappingService,
    AssetMigrationService,
    CollectorMigrationService,
    EntityMigrationService,
    SubmissionMigrationService,
    MigrationComparisonService,
    SubmissionComparisonService,
    MigrationPlanService,
    MigrationRepository,
    LocalSource,
    AccountExportService,
    EntityExportService,
  ],
  exports: [MigrationService, MigrationTaskService, SourceReaderService, AccountExportService],
})
export class MigrationModule {}
