import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { OrganizationModule } from '../organization/organization.module';
import { OrganizationUsageController } from './organization-usage.controller';
import { UserUsageController } from './user-usage.controller';
import { UsageController } from './usage.controller';
import { UsageQuery } from './usage.query';
import { UsageService } from './usage.service';

@Module({
  imports: [AccountModule, OrganizationModule],
  controllers: [UsageController, OrganizationUsageController, UserUsageController],
  providers: [UsageService, UsageQuery],
  exports: [UsageService],
})
export class UsageModule {}
