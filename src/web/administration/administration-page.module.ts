import { Module } from '@nestjs/common';
import { AccountModule } from '../../modules/account/account.module';
import { AuditModule } from '../../modules/audit/audit.module';
import { HealthModule } from '../../health/health.module';
import { ServiceModule } from '../../modules/service/service.module';
import { AccessController } from '../account/access.controller';
import { EmailConfirmationPageController, EmailPageController } from '../account/email.controller';
import {
  PasswordRequestPageController,
  PasswordResetPageController,
} from '../account/password-reset.controller';
import { LanguageController } from '../account/language.controller';
import { ProfileController } from '../account/profile.controller';
import { AccountListController } from './account-list.controller';
import { AccountPageController } from './account-page.controller';
import { LogController } from './log.controller';
import { HealthPageController } from './health-page.controller';
import { MessageController } from './message.controller';
import { QueueController } from './queue.controller';

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
export class AdministrationPageModule {}
