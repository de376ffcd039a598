import { Module } from '@nestjs/common';
import { OrganizationModule } from '../organization/organization.module';
import { OrganizationUsageController } from './organization-usage.controller';
import { UsageController } from './usage.controller';
import { UsageQuery } from './usage.query';
import { UsageService } from './usage.service';

@Module({
  imports: [OrganizationModule],
  controllers: [UsageController, OrganizationUsageController],
  providers: [UsageService, UsageQuery],
})
export class UsageModule {}
