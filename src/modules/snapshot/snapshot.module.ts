import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssetSnapshotEntity } from '../../database/entities/asset-snapshot.entity';
import { AssetModule } from '../asset/asset.module';
import { PermissionModule } from '../permission/permission.module';
import { SnapshotController } from './snapshot.controller';
import { SnapshotQuery } from './snapshot.query';
import { SnapshotRepository } from './snapshot.repository';
import { SnapshotService } from './snapshot.service';

@Module({
  imports: [TypeOrmModule.forFeature([AssetSnapshotEntity]), AssetModule, PermissionModule],
  controllers: [SnapshotController],
  providers: [SnapshotService, SnapshotQuery, SnapshotRepository],
  exports: [SnapshotService],
})
export class SnapshotModule {}
