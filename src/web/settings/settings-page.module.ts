import { Module } from '@nestjs/common';
import { AssetModule } from '../../modules/asset/asset.module';
import { AuditModule } from '../../modules/audit/audit.module';
import { HookModule } from '../../modules/hook/hook.module';
import { MediaModule } from '../../modules/media/media.module';
import { SubmissionModule } from '../../modules/submission/submission.module';
import { PermissionModule } from '../../modules/permission/permission.module';
import { AccountModule } from '../../modules/account/account.module';
import { Projects } from '../project/project-head';
import { ActivityController } from './activity.controller';
import { HookPageController } from './hook-page.controller';
import { SettingsController } from './settings.controller';

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
export class SettingsPageModule {}
