import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssetEntity, AssetSubscriptionEntity, FormDraftEntity } from '../../database/entities/asset.entity';
import { AssetVersionEntity } from '../../database/entities/deployment.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { MediaModule } from '../media/media.module';
import { PermissionModule } from '../permission/permission.module';
import { AssetRepository, DataSharingRepository } from './asset.repository';
import { MovedAssetService } from './moved-asset.service';
import { AssetListController, OrganizationAssetController, TagController } from './asset-list.controller';
import { AssetListRepository } from './asset-list.repository';
import { AssetListService, OrganizationAssetService } from './asset-list.service';
import { AssetParentService } from './asset-parent.service';
import { AssetViewRepository } from './asset-view.repository';
import { AssetViewService } from './asset-view.service';
import { AssetFormController } from './asset-form.controller';
import { AssetFormService } from './asset-form.service';
import { AssetController } from './asset.controller';
import { AssetService } from './asset.service';
import { CloneService, NewAssetService } from './new-asset.service';
import { DataSharingService } from './data-sharing.service';
import { FormDraftController } from './draft/form-draft.controller';
import { FormDraftRepository } from './draft/form-draft.repository';
import { FormDraftService } from './draft/form-draft.service';
import { FormChangeService } from './form-change.service';
import { LanguageController, MachineServiceController } from './language.controller';
import { VersionController } from './version.controller';
import { VersionRepository } from './version.repository';
import { SavedReportService } from './saved-report.service';
import { VersionService } from './version.service';
import { SubscriptionController } from './subscription/subscription.controller';
import { SubscriptionRepository } from './subscription/subscription.repository';
import { SubscriptionService } from './subscription/subscription.service';
import {
  OwnershipInviteEntity,
  ProjectViewEntity,
  ProjectViewUserEntity,
} from '../../database/entities/permission.entity';
import { InviteController } from './ownership/invite.controller';
import { InviteRepository } from './ownership/invite.repository';
import { OwnershipService } from './ownership/ownership.service';
import { BulkActionController, AssetDeletionController } from './lifecycle/asset-lifecycle.controller';
import { BulkActionService } from './lifecycle/bulk-action.service';
import { AssetLifecycleRepository } from './lifecycle/asset-lifecycle.repository';
import { PurgeService, AssetDeletionService } from './lifecycle/asset-deletion.service';
import { ProjectViewExportController } from './project-view/project-view-export.controller';
import { ProjectViewController } from './project-view/project-view.controller';
import { ProjectViewRepository } from './project-view/project-view.repository';
import { ProjectViewService } from './project-view/project-view.service';

/** Surveys, templates, blocks, questions and collections, with their versions. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      AssetEntity,
      AssetVersionEntity,
      AssetSubscriptionEntity,
      FormDraftEntity,
      OwnershipInviteEntity,
      ProjectViewEntity,
      ProjectViewUserEntity,
    ]),
    AccountModule,
    AuditModule,
    MediaModule,
    PermissionModule,
  ],
  controllers: [
    AssetFormController,
    AssetListController,
    OrganizationAssetController,
    AssetController,
    FormDraftController,
    VersionController,
    TagController,
    LanguageController,
    MachineServiceController,
    SubscriptionController,
    InviteController,
    BulkActionController,
    AssetDeletionController,
    ProjectViewController,
    ProjectViewExportController,
  ],
  providers: [
    AssetService,
    MovedAssetService,
    SavedReportService,
    AssetRepository,
    AssetFormService,
    AssetParentService,
    AssetListService,
    AssetListRepository,
    OrganizationAssetService,
    AssetViewService,
    AssetViewRepository,
    CloneService,
    FormChangeService,
    FormDraftService,
    FormDraftRepository,
    DataSharingService,
    DataSharingRepository,
    NewAssetService,
    VersionService,
    VersionRepository,
    SubscriptionService,
    SubscriptionRepository,
    OwnershipService,
    InviteRepository,
    BulkActionService,
    AssetDeletionService,
    PurgeService,
    AssetLifecycleRepository,
    ProjectViewService,
    ProjectViewRepository,
  ],
  exports: [
    AssetService,
    MovedAssetService,
    SavedReportService,
    DataSharingService,
    NewAssetService,
    VersionService,
    AssetFormService,
    AssetViewService,
    AssetListService,
    OwnershipService,
    AssetDeletionService,
  ],
})
export class AssetModule {}
