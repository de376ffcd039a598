import { Module } from '@nestjs/common';
import { AccountModule } from '../modules/account/account.module';
import { AssetModule } from '../modules/asset/asset.module';
import { ReportModule } from '../modules/report/report.module';
import { WebFormModule } from '../modules/web-form/web-form.module';
import { MfaPageController } from './account/mfa-page.controller';
import { SecondStepController, SignInController } from './account/sign-in.controller';
import { PasswordController } from './account/password.controller';
import { TokenPageController } from './account/token-page.controller';
import { AdministrationPageModule } from './administration/administration-page.module';
import { FormPageController, SnapshotPageController } from './asset/form-page.controller';
import { ApplicationPageController } from './oauth/application-page.controller';
import { AuthorizationPageController } from './oauth/authorization-page.controller';
import { AuthorizedPageController } from './oauth/authorized-page.controller';
import { ApiRootController, ServiceRootController } from './home/service-root.controller';
import { HomeController } from './home/home.controller';
import { DataPageModule } from './submission/data-page.module';
import { BrowserFileController, BrowserFiles } from './page/browser-files';
import { PageFileController } from './page/page-file.controller';
import { EntityPageModule } from './entity/entity-page.module';
import { LibraryPageModule } from './library/library-page.module';
import { PeoplePageModule } from './people/people-page.module';
import { ProjectPageModule } from './project/project-page.module';
import { SettingsPageModule } from './settings/settings-page.module';
import { ReportPageController } from './report/report-page.controller';
import { WebApplication } from './application/web-application';
import { OfflineFormController, WebFormPageController } from './web-form/web-form-page.controller';
import { ResourcePages } from './resource/resource-pages';

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
