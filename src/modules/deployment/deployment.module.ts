import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeploymentEntity } from '../../database/entities/deployment.entity';
import { AccountModule } from '../account/account.module';
import { AssetModule } from '../asset/asset.module';
import { AuditModule } from '../audit/audit.module';
import { EntityModule } from '../entity/entity.module';
import { PermissionModule } from '../permission/permission.module';
import { DeployedFormService } from './deployed-form.service';
import { FormerFormIdService, MovedDeploymentService } from './moved-deployment.service';
import { DeploymentController } from './deployment.controller';
import { DeploymentRepository } from './deployment.repository';
import { DeploymentService } from './deployment.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([DeploymentEntity]),
    AccountModule,
    AuditModule,
    AssetModule,
    EntityModule,
    PermissionModule,
  ],
  controllers: [DeploymentController],
  providers: [
    DeploymentService,
    MovedDeploymentService,
    DeployedFormService,
    FormerFormIdService,
    DeploymentRepository,
  ],
  exports: [DeployedFormService, FormerFormIdService, MovedDeploymentService, DeploymentService],
})
export class DeploymentModule {}
