import { Module } from '@nestjs/common';
import { AssetModule } from '../asset/asset.module';
import { PermissionModule } from '../permission/permission.module';
import { SnapshotController } from './snapshot.controller';
import { SnapshotRepository } from './snapshot.repository';
import { SnapshotService } from './snapshot.service';

/** Forms compiled to be looked at before they are deployed. */
@Module({
  imports: [AssetModule, PermissionModule],
  controllers: [SnapshotController],
  providers: [SnapshotService, SnapshotRepository],
})
export class SnapshotModule {}
