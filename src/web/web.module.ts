import { Module } from '@nestjs/common';
import { AccountModule } from '../modules/account/account.module';
import { AssetModule } from '../modules/asset/asset.module';
import { CredentialModule } from '../modules/credential/credential.module';
import { MfaModule } from '../modules/mfa/mfa.module';
import { OAuthModule } from '../modules/oauth/oauth.module';
import { ReportModule } from '../modules/report/report.module';
import { SessionModule } from '../modules/session/session.module';
import { SnapshotModule } from '../modules/snapshot/snapshot.module';
import { WebFormModule } from '../modules/web-form/web-form.module';
import { MfaPageController } from './account/mfa-page.controller';
import { SecondStepController } from './account/second-step.controller';
import { PasswordController } from './account/password.controller';
import { SignInController } from './account/sign-in.controller';
import { TokenPageController } from './account/token-page.controller';
import { AdministrationPageModule } from './administration/administration-page.module';
import { FormPageController } from './asset/form-page.controller';
import { SnapshotPageController } from './asset/snapshot-page.controller';
import { ApplicationPageController } from './oauth/application-page.controller';
import { AuthorizationPageController } from './oauth/authorization-page.controller';
import { AuthorizedPageController } from './oauth/authorized-page.controller';
import { ApiRootController } from './home/api-root.controller';
import { ServiceRootController } from './home/service-root.controller';
import { HomeController } from './home/home.controller';
import { DataPageModule } from './submission/data-page.module';
import { BrowserFileController } from './page/browser-file.controller';
import { BrowserFiles } from './page/browser-files';
import { PageFileController } from './page/page-file.controller';
import { LibraryPageModule } from './library/library-page.module';
import { PeoplePageModule } from './people/people-page.module';
import { ProjectPageModule } from './project/project-page.module';
import { SettingsPageModule } from './settings/settings-page.module';
import { ReportPageController } from './report/report-page.controller';
import { WebApplication } from './application/web-application';
import { OfflineFormController } from './web-form/offline-form.controller';
import { WebFormPageController } from './web-form/web-form-page.controller';
import { ResourcePages } from './resource/resource-pages';

/** HTML pages; a CSP forbids external content and framing. */
@Module({
  imports: [
    PeoplePageModule,
    SettingsPageModule,
    AdministrationPageModule,
    AccountModule,
    AssetModule,
    CredentialModule,
    MfaModule,
    SessionModule,
    SnapshotModule,
    OAuthModule,
    ReportModule,
    ProjectPageModule,
    WebFormModule,
    DataPageModule,
    LibraryPageModule,
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
