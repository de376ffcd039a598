import { Module } from '@nestjs/common';
import { DeploymentModule } from '../deployment/deployment.module';
import { MediaModule } from '../media/media.module';
import { PermissionModule } from '../permission/permission.module';
import { PlaceClusterController } from './place-cluster.controller';
import { PlaceClusterService } from './place-cluster.service';
import { PlaceListRepository } from './place-list.repository';
import { ReportController } from './report.controller';
import { ReportRepository } from './report.repository';
import { ReportService } from './report.service';

/** Sums of submissions: reports, and clusters of places for maps of many. */
@Module({
  imports: [DeploymentModule, MediaModule, PermissionModule],
  controllers: [ReportController, PlaceClusterController],
  providers: [ReportService, ReportRepository, PlaceClusterService, PlaceListRepository],
  exports: [PlaceClusterService, ReportService],
})
export class ReportModule {}
