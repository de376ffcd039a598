import { Module } from '@nestjs/common';
import { AccountModule } from '../modules/account/account.module';
import { AuditModule } from '../modules/audit/audit.module';
import { HealthModule } from '../health/health.module';
import { ServiceModule } from '../modules/service/service.module';
import { AccessController } from './account/access.controller';
import { EmailConfirmationPageController, EmailPageController } from './account/email.controller';
import {
  PasswordRequestPageController,
  PasswordResetPageController,
} from './account/password-reset.controller';
import { LanguageController } from './account/language.controller';
import { ProfileController } from './account/profile.controller';
import { AccountListController } from './administration/account-list.controller';
import { AccountPageController } from './administration/account-page.controller';
import { LogController } from './administration/log.controller';
import { HealthPageController } from './administration/health-page.controller';
import { MessageController } from './administration/message.controller';
import { QueueController } from './administration/queue.controller';
import { AssetModule } from '../modules/asset/asset.module';
import { DeploymentModule } from '../modules/deployment/deployment.module';
import { MediaModule } from '../modules/media/media.module';
import { PermissionModule } from '../modules/permission/permission.module';
import { SubmissionModule } from '../modules/submission/submission.module';
import { BrowserFiles, BrowserFileController } from './page/browser-files';
import { Projects, ProjectOffers } from './project/project-head';
import { AnswerController } from './submission/answer.controller';
import { SubmissionAbilities } from './submission/selection-form';
import { DataForms } from './submission/form-columns';
import { DataTableController } from './submission/data-table.controller';
import { DeletedPageController } from './submission/deleted.controller';
import { GalleryController } from './submission/gallery.controller';
import { MapController } from './submission/map.controller';
import { SubmissionPageController } from './submission/submission.controller';
import { TableChangeController } from './submission/table-change.controller';
import { TableRows } from './submission/table-rows';
import { EntityModule } from '../modules/entity/entity.module';
import { ExportModule } from '../modules/export/export.module';
import { ImportModule } from '../modules/import/import.module';
import { MigrationModule } from '../modules/migration/migration.module';
import { ReportModule } from '../modules/report/report.module';
import { WebFormModule } from '../modules/web-form/web-form.module';
import { MoveController } from './project/move.controller';
import { CollectController } from './project/collect.controller';
import { DownloadsController } from './project/downloads.controller';
import { FormController } from './project/form.controller';
import { FormEditorController } from './project/form-editor.controller';
import { NewProjectController } from './project/new-project.controller';
import { RecentSubmissions } from './project/recent-submissions';
import { ProjectListController } from './project/project-list.controller';
import { ProjectController } from './project/project.controller';
import { HookModule } from '../modules/hook/hook.module';
import { ActivityController } from './settings/activity.controller';
import { HookPageController } from './settings/hook-page.controller';
import { SettingsController } from './settings/settings.controller';
import { CollectorLinkPageController } from './people/collector-link-page.controller';
import { PeopleReader } from './people/people-reader';
import { PeopleController } from './people/people.controller';
import { Collections } from './library/library-query';
import { LibraryController } from './library/library.controller';
import { SaveItemController } from './library/save-item.controller';
import { EntityListPageController } from './entity/entity-list-page.controller';
import { ListProblemPageController } from './entity/list-problem.controller';
import { ListMapController } from './entity/list-map.controller';
import { UploadPageController } from './entity/upload-page.controller';
import { MfaPageController } from './account/mfa-page.controller';
import { SecondStepController, SignInController } from './account/sign-in.controller';
import { PasswordController } from './account/password.controller';
import { TokenPageController } from './account/token-page.controller';
import { FormPageController, SnapshotPageController } from './asset/form-page.controller';
import { ApplicationPageController } from './oauth/application-page.controller';
import { AuthorizationPageController } from './oauth/authorization-page.controller';
import { AuthorizedPageController } from './oauth/authorized-page.controller';
import { ApiRootController, ServiceRootController } from './home/service-root.controller';
import { HomeController } from './home/home.controller';
import { PageFileController } from './page/page-file.controller';
import { ReportPageController } from './report/report-page.controller';
import { WebApplication } from './application/web-application';
import { OfflineFormController, WebFormPageController } from './web-form/web-form-page.controller';
import { ResourcePages } from './resource/resource-pages';

/** Pages of accounts: the visitor's own, and all of them for superusers. */
@Module({
  imports: [AccountModule, AuditModule, HealthModule, ServiceModule],
  // The list comes first: `:username` matches its paths too.
  controllers: [
    AccountListController,
    AccountPageController,
    MessageController,
    QueueController,
    HealthPageController,
    LogController,
    LanguageController,
    ProfileController,
    EmailPageController,
    EmailConfirmationPageController,
    AccessController,
    PasswordRequestPageController,
    PasswordResetPageController,
  ],
})
class AdministrationPageModule {}

/** Pages of the submissions of a project. */
@Module({
  imports: [AssetModule, DeploymentModule, MediaModule, PermissionModule, AccountModule, SubmissionModule],
  providers: [Projects, DataForms, SubmissionAbilities, TableRows, BrowserFiles],
  // Changes come before `:id`, which matches their paths too.
  controllers: [
    DataTableController,
    GalleryController,
    MapController,
    TableChangeController,
    AnswerController,
    DeletedPageController,
    SubmissionPageController,
  ],
})
class DataPageModule {}

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
class ProjectPageModule {}

/** Settings pages of a project. */
@Module({
  imports: [
    AssetModule,
    AuditModule,
    HookModule,
    MediaModule,
    SubmissionModule,
    PermissionModule,
    AccountModule,
  ],
  providers: [Projects],
  controllers: [SettingsController, HookPageController, ActivityController],
})
class SettingsPageModule {}

/** Pages about the people of a project: permissions, public access, collector links. */
@Module({
  imports: [AssetModule, AccountModule, DeploymentModule, PermissionModule],
  providers: [Projects, PeopleReader],
  controllers: [PeopleController, CollectorLinkPageController],
})
class PeoplePageModule {}

/** Pages below `/library/`. */
@Module({
  imports: [AssetModule, AccountModule, DeploymentModule, ImportModule, PermissionModule, ProjectPageModule],
  providers: [BrowserFiles, Collections],
  controllers: [LibraryController, SaveItemController],
})
class LibraryPageModule {}

/** Pages below `/library/lists/`, and the problems of a project with its lists. */
@Module({
  imports: [EntityModule, AccountModule, AssetModule, PermissionModule],
  providers: [Projects, BrowserFiles],
  controllers: [EntityListPageController, UploadPageController, ListMapController, ListProblemPageController],
})
class EntityPageModule {}

/** HTML pages; a CSP forbids external content and framing. */
@Module({
  imports: [
    PeoplePageModule,
    SettingsPageModule,
    AdministrationPageModule,
    AccountModule,
    AssetModule,
    WebFormModule,
    ReportModule,
    ProjectPageModule,
    DataPageModule,
    LibraryPageModule,
    EntityPageModule,
  ],
  providers: [ResourcePages, BrowserFiles, WebApplication],
  exports: [BrowserFiles],
  controllers: [
    PageFileController,
    BrowserFileController,
    ApiRootController,
    ServiceRootController,
    HomeController,
    SignInController,
    SecondStepController,
    MfaPageController,
    PasswordController,
    TokenPageController,
    AuthorizationPageController,
    ApplicationPageController,
    AuthorizedPageController,
    FormPageController,
    SnapshotPageController,
    ReportPageController,
    OfflineFormController,
    WebFormPageController,
  ],
})
export class WebModule {}
