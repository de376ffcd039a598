import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PairedDataEntity } from '../../database/entities/paired-data.entity';
import { AccountModule } from '../account/account.module';
import { AssetModule } from '../asset/asset.module';
import { AuditModule } from '../audit/audit.module';
import { DeploymentModule } from '../deployment/deployment.module';
import { PermissionModule } from '../permission/permission.module';
import { SubmissionModule } from '../submission/submission.module';
import { PairedContentService } from './paired-content.service';
import { PairingController } from './pairing.controller';
import { PairingRepository } from './pairing.repository';
import { PairingService } from './pairing.service';
import { SourceAccessService } from './source-access.service';

/** Answers of one project in the forms of another. */
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
  controllers: [PairingController],
  providers: [PairingService, PairingRepository, PairedContentService, SourceAccessService],
  exports: [PairedContentService],
})
export class PairingModule {}
