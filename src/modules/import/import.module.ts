import { Module } from '@nestjs/common';
import { ImportTaskEntity } from '../../database/entities/task.entity';
import { TaskModule } from '../../jobs/task/task.module';
import { AccountModule } from '../account/account.module';
import { AssetModule } from '../asset/asset.module';
import { PermissionModule } from '../permission/permission.module';
import { ImportJobService } from './import-job.service';
import { ImportRepository } from './import.repository';
import { ImportController } from './import.controller';
import { ImportService } from './import.service';

@Module({
  imports: [
    TaskModule.forFeature(ImportTaskEntity, { source: null }),
    AccountModule,
    AssetModule,
    PermissionModule,
  ],
  controllers: [ImportController],
  providers: [ImportService, ImportJobService, ImportRepository],
  exports: [ImportService],
})
export class ImportModule {}
