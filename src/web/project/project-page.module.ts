import { Module } from '@nestjs/common';
import { AssetLifecycleModule } from '../../modules/asset-lifecycle/asset-lifecycle.module';
import { InAppMessageModule } from '../../modules/in-app-message/in-app-message.module';
import { OwnershipModule } from '../../modules/ownership/ownership.module';
import { PermissionModule } from '../../modules/permission/permission.module';
import { SubmissionModule } from '../../modules/submission/submission.module';
import { AssetModule } from '../../modules/asset/asset.module';
import { CredentialModule } from '../../modules/credential/credential.module';
import { DeploymentModule } from '../../modules/deployment/deployment.module';
import { ExportModule } from '../../modules/export/export.module';
import { ImportModule } from '../../modules/import/import.module';
import { MigrationModule } from '../../modules/migration/migration.module';
import { SnapshotModule } from '../../modules/snapshot/snapshot.module';
import { SessionModule } from '../../modules/session/session.module';
import { BrowserFiles } from '../page/browser-files';
import { MoveController } from './move.controller';
import { CollectController } from './collect.controller';
import { DownloadsController } from './downloads.controller';
import { FormController } from './form.controller';
import { NewProjectController } from './new-project.controller';
import { ProjectOffers } from './project-offers';
import { RecentSubmissions } from './recent-submissions';
import { Projects } from './project-head';
import { ProjectListController } from './project-list.controller';
import { ProjectController } from './project.controller';

/** Pages below `/projects/`. */
@Module({
  imports: [
    AssetModule,
    AssetLifecycleModule,
    CredentialModule,
    DeploymentModule,
    ExportModule,
    ImportModule,
    MigrationModule,
    InAppMessageModule,
    OwnershipModule,
    PermissionModule,
    SessionModule,
    SnapshotModule,
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
    CollectController,
    DownloadsController,
  ],
  exports: [Projects],
})
export class ProjectPageModule {}
