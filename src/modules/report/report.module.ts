import { Module } from '@nestjs/common';
import { DeploymentModule } from '../deployment/deployment.module';
import { PermissionModule } from '../permission/permission.module';
import { ReportController } from './report.controller';
import { ReportQuery } from './report.query';
import { ReportGeoPointQuery } from './report-geo-point.query';
import { ReportService } from './report.service';

@Module({
  imports: [DeploymentModule, PermissionModule],
  controllers: [ReportController],
  providers: [ReportService, ReportQuery, ReportGeoPointQuery],
  exports: [ReportService],
})
export class ReportModule {}
