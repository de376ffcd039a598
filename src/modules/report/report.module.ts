import { Module } from '@nestjs/common';
import { DeploymentModule } from '../deployment/deployment.module';
import { PermissionModule } from '../permission/permission.module';
import { ReportController } from './report.controller';
import { ReportQuery } from './report.query';
import { ReportPlaceQuery } from './report-place.query';
import { ReportService } from './report.service';

/** What was answered, summed up. */
@Module({
  imports: [DeploymentModule, PermissionModule],
  controllers: [ReportController],
  providers: [ReportService, ReportQuery, ReportPlaceQuery],
  exports: [ReportService],
})
export class ReportModule {}
