import { Module } from '@nestjs/common';
import { DeploymentModule } from '../deployment/deployment.module';
import { PermissionModule } from '../permission/permission.module';
import { PlaceClusterController } from './place-cluster.controller';
import { PlaceClusterService } from './place-cluster.service';
import { PlaceListRepository } from './place-list.repository';

/** Clusters of places, for maps of many submissions. */
@Module({
  imports: [DeploymentModule, PermissionModule],
  controllers: [PlaceClusterController],
  providers: [PlaceClusterService, PlaceListRepository],
})
export class PlaceClusterModule {}
