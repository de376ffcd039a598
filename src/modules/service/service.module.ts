import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { OrganizationUsageController, UsageController, UserUsageController } from './usage.controller';
import { UsageRepository } from './usage.repository';
import { UsageService } from './usage.service';
import { JobController } from './job.controller';
import { JobRepository } from './job.repository';
import { JobService } from './job.service';
import { EnvironmentController } from './environment.controller';
import { EnvironmentService } from './environment.service';

/** Public configuration for clients. */
@Module({
  imports: [AccountModule],
  controllers: [
    UsageController,
    OrganizationUsageController,
    UserUsageController,
    JobController,
    EnvironmentController,
  ],
  providers: [UsageService, UsageRepository, JobService, JobRepository, EnvironmentService],
  exports: [UsageService, JobService],
})
export class ServiceModule {}
