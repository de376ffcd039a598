import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssetEntity } from '../../database/entities/asset.entity';
import { AssetVersionEntity } from '../../database/entities/asset-version.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { MediaModule } from '../media/media.module';
import { OrganizationModule } from '../organization/organization.module';
import { PermissionModule } from '../permission/permission.module';
import { AssetContentQuery } from './asset-content.query';
import { AssetReplicaService } from './asset-replica.service';
import { AssetListController } from './asset-list.controller';
import { AssetListQuery } from './asset-list.query';
import { AssetListService } from './asset-list.service';
import { AssetParentService } from './asset-parent.service';
import { AssetViewQuery } from './asset-view.query';
import { AssetViewService } from './asset-view.service';
import { AssetFormController } from './asset-form.controller';
import { AssetFormService } from './asset-form.service';
import { AssetController } from './asset.controller';
import { AssetRepository } from './asset.repository';
import { AssetService } from './asset.service';
import { CloneService } from './clone.service';
import { DataSharingQuery } from './data-sharing.query';
import { DataSharingService } from './data-sharing.service';
import { FormChangeService } from './form-change.service';
import { LanguageController } from './language.controller';
import { MachineServiceController } from './machine-service.controller';
import { NewAssetService } from './new-asset.service';
import { OrganizationAssetController } from './organization-asset.controller';
import { OrganizationAssetService } from './organization-asset.service';
import { TagController } from './tag.controller';
import { VersionController } from './version.controller';
import { VersionQuery } from './version.query';
import { VersionRepository } from './version.repository';
import { VersionService } from './version.service';

/** Surveys, templates, blocks, questions and collections, with their versions. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AssetEntity, AssetVersionEntity]),
    AccountModule,
    AuditModule,
    MediaModule,
    OrganizationModule,
    PermissionModule,
  ],
  controllers: [
    AssetFormController,
    AssetListController,
    OrganizationAssetController,
    AssetController,
    VersionController,
    TagController,
    LanguageController,
    MachineServiceController,
  ],
  providers: [
    AssetService,
    AssetReplicaService,
    AssetRepository,
    AssetContentQuery,
    AssetFormService,
    AssetParentService,
    AssetListService,
    AssetListQuery,
    OrganizationAssetService,
    AssetViewService,
    AssetViewQuery,
    CloneService,
    FormChangeService,
    DataSharingService,
    DataSharingQuery,
    NewAssetService,
    VersionService,
    VersionRepository,
    VersionQuery,
  ],
  exports: [
    AssetService,
    AssetReplicaService,
    DataSharingService,
    NewAssetService,
    VersionService,
    AssetFormService,
    AssetViewService,
    AssetListService,
  ],
})
export class AssetModule {}
