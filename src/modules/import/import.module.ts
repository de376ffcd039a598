import { Module } from '@nestjs/common';
import { ImportTaskEntity } from '../../database/entities/import-task.entity';
import { TaskModule } from '../../jobs/task/task.module';
import { AccountModule } from '../account/account.module';
import { AssetModule } from '../asset/asset.module';
import { PermissionModule } from '../permission/permission.module';
import { ImportJobService } from './import-job.service';
import { ImportSourceQuery } from './import-source.query';
import { ImportController } from './import.controller';
import { ImportRepository } from './import.repository';
import { ImportService } from './import.service';

@Module({
  imports: [
    TaskModule.forFeature(ImportTaskEntity, { source: null }),
    AccountModule,
    AssetModule,
    PermissionModule,
  ],
  controllers: [ImportController],
  providers: [ImportService, ImportJobService, ImportRepository, ImportSourceQuery],
  exports: [ImportService],
})
export class ImportModule {}
