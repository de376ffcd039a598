import { Module } from '@nestjs/common';
import { AssetModule } from '../../modules/asset/asset.module';
import { AccountModule } from '../../modules/account/account.module';
import { PermissionModule } from '../../modules/permission/permission.module';
import { SubmissionModule } from '../../modules/submission/submission.module';
import { DeploymentModule } from '../../modules/deployment/deployment.module';
import { EntityModule } from '../../modules/entity/entity.module';
import { ExportModule } from '../../modules/export/export.module';
import { ImportModule } from '../../modules/import/import.module';
import { MigrationModule } from '../../modules/migration/migration.module';
import { ReportModule } from '../../modules/report/report.module';
import { WebFormModule } from '../../modules/web-form/web-form.module';
import { BrowserFiles } from '../page/browser-files';
import { MoveController } from './move.controller';
import { CollectController } from './collect.controller';
import { DownloadsController } from './downloads.controller';
import { FormController } from './form.controller';
import { FormEditorController } from './form-editor.controller';
import { NewProjectController } from './new-project.controller';
import { ProjectOffers, Projects } from './project-head';
import { RecentSubmissions } from './recent-submissions';
import { ProjectListController } from './project-list.controller';
import { ProjectController } from './project.controller';

/** Pages below `/projects/`. */
@Module({
  imports: [
    AssetModule,
    AccountModule,
    DeploymentModule,
    EntityModule,
    ExportModule,
    ImportModule,
    MigrationModule,
    PermissionModule,
    ReportModule,
    WebFormModule,
    SubmissionModule,
  ],
  providers: [Projects, ProjectOffers, RecentSubmissions, BrowserFiles],
  // The list comes first: `:uid` matches its paths too.
  controllers: [
    ProjectListController,
    NewProjectController,
    MoveController,
    ProjectController,
    FormController,
    FormEditorController,
    CollectController,
    DownloadsController,
  ],
  exports: [Projects],
})
export class ProjectPageModule {}
