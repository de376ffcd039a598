import { Module } from '@nestjs/common';
import { AccountModule } from '../../modules/account/account.module';
import { AuditModule } from '../../modules/audit/audit.module';
import { CredentialModule } from '../../modules/credential/credential.module';
import { HealthModule } from '../../health/health.module';
import { InAppMessageModule } from '../../modules/in-app-message/in-app-message.module';
import { JobModule } from '../../modules/job/job.module';
import { MfaModule } from '../../modules/mfa/mfa.module';
import { SessionModule } from '../../modules/session/session.module';
import { UsageModule } from '../../modules/usage/usage.module';
import { UserCredentialsModule } from '../../modules/user-credentials/user-credentials.module';
import { AccessController } from '../account/access.controller';
import { EmailConfirmationPageController } from '../account/email-confirmation.controller';
import { EmailPageController } from '../account/email.controller';
import { PasswordRequestPageController } from '../account/password-request.controller';
import { PasswordResetPageController } from '../account/password-reset.controller';
import { ProfileController } from '../account/profile.controller';
import { AccountListController } from './account-list.controller';
import { AccountPageController } from './account-page.controller';
import { LogController } from './log.controller';
import { HealthPageController } from './health-page.controller';
import { MessageController } from './message.controller';
import { QueueController } from './queue.controller';

/** Pages of accounts: the visitor's own, and all of them for superusers. */
@Module({
  imports: [
    AccountModule,
    AuditModule,
    CredentialModule,
    HealthModule,
    InAppMessageModule,
    JobModule,
    MfaModule,
    SessionModule,
    UsageModule,
    UserCredentialsModule,
  ],
  // The list comes first: `:username` matches its paths too.
  controllers: [
    AccountListController,
    AccountPageController,
    MessageController,
    QueueController,
    HealthPageController,
    LogController,
    ProfileController,
    EmailPageController,
    EmailConfirmationPageController,
    AccessController,
    PasswordRequestPageController,
    PasswordResetPageController,
  ],
})
export class AdministrationPageModule {}
