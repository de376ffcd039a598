import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImportTaskEntity } from '../../database/entities/import-task.entity';
import { AssetModule } from '../asset/asset.module';
import { PermissionModule } from '../permission/permission.module';
import { ImportJobService } from './import-job.service';
import { ImportController } from './import.controller';
import { ImportRepository } from './import.repository';
import { ImportService } from './import.service';

/** Uploaded forms on their way to becoming assets. */
@Module({
  imports: [TypeOrmModule.forFeature([ImportTaskEntity]), AssetModule, PermissionModule],
  controllers: [ImportController],
  providers: [ImportService, ImportJobService, ImportRepository],
})
export class ImportModule {}
