import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PairedDataEntity } from '../../database/entities/paired-data.entity';
import { AccountModule } from '../account/account.module';
import { AssetModule } from '../asset/asset.module';
import { AuditModule } from '../audit/audit.module';
import { DeploymentModule } from '../deployment/deployment.module';
import { PermissionModule } from '../permission/permission.module';
import { SubmissionModule } from '../submission/submission.module';
import { PairedContentQuery } from './paired-content.query';
import { PairedContentService } from './paired-content.service';
import { PairedDataController } from './paired-data.controller';
import { PairedDataRepository } from './paired-data.repository';
import { PairedDataService } from './paired-data.service';
import { SourceAccessService } from './source-access.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([PairedDataEntity]),
    AccountModule,
    AuditModule,
    PermissionModule,
    AssetModule,
    DeploymentModule,
    SubmissionModule,
  ],
  controllers: [PairedDataController],
  providers: [
    PairedDataService,
    PairedDataRepository,
    PairedContentService,
    PairedContentQuery,
    SourceAccessService,
  ],
  exports: [PairedContentService, PairedDataService],
})
export class PairedDataModule {}
