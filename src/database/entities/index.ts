import { ApiTokenEntity } from './api-token.entity';
import { AssetChangeEntity } from './asset-change.entity';
import { AssetEntity } from './asset.entity';
import { AssetFileEntity } from './asset-file.entity';
import { AssetSnapshotEntity } from './asset-snapshot.entity';
import { AssetSubscriptionEntity } from './asset-subscription.entity';
import { AssetVersionEntity } from './asset-version.entity';
import { AttachmentEntity } from './attachment.entity';
import { AuditEntryEntity } from './audit-entry.entity';
import { CollectorLinkEntity } from './collector-link.entity';
import { DeletedSubmissionEntity, DeletedSubmissionPartEntity } from './deleted-submission.entity';
import { DeploymentEntity } from './deployment.entity';
import { HookEntity } from './hook.entity';
import { HookDeliveryEntity } from './hook-delivery.entity';
import { ExportSettingEntity } from './export-setting.entity';
import { ExportTaskEntity } from './export-task.entity';
import { ImageRenditionEntity } from './image-rendition.entity';
import { ImportTaskEntity } from './import-task.entity';
import { InAppMessageEntity } from './in-app-message.entity';
import { InAppMessageInteractionEntity } from './in-app-message-interaction.entity';
import { InstanceSettingEntity } from './instance-setting.entity';
import { KnownAddressEntity } from './known-address.entity';
import { MfaMethodEntity } from './mfa-method.entity';
import { MigratedAssetEntity } from './migrated-asset.entity';
import { MigratedSubmissionEntity } from './migrated-submission.entity';
import { MigrationSourceEntity } from './migration-source.entity';
import { MigrationTaskEntity } from './migration-task.entity';
import { OAuthApplicationEntity } from './oauth-application.entity';
import { OAuthGrantEntity } from './oauth-grant.entity';
import { OAuthTokenEntity } from './oauth-token.entity';
import { OwnershipInviteEntity } from './ownership-invite.entity';
import { OwnershipTransferEntity } from './ownership-transfer.entity';
import { PairedDataEntity } from './paired-data.entity';
import { PermissionAssignmentEntity } from './permission-assignment.entity';
import { PermissionDenialEntity } from './permission-denial.entity';
import { ProjectViewUserEntity } from './project-view-user.entity';
import { ProjectViewEntity } from './project-view.entity';
import { RecoveryCodeEntity } from './recovery-code.entity';
import { QuestionFeatureEntity } from './question-feature.entity';
import { SupplementVersionEntity } from './supplement-version.entity';
import { SessionEntity } from './session.entity';
import { SignInFailureEntity } from './sign-in-failure.entity';
import { SubmissionChangeEntity } from './submission-change.entity';
import { SubmissionEntity } from './submission.entity';
import { SubmissionHistoryEntity } from './submission-history.entity';
import { SubmissionRereadingEntity } from './submission-rereading.entity';
import { SubmissionTallyEntity } from './submission-tally.entity';
import { SubmissionTotalEntity } from './submission-total.entity';
import { UserEntity } from './user.entity';

export const entities = [
  ApiTokenEntity,
  AssetChangeEntity,
  AssetEntity,
  AssetFileEntity,
  AssetSnapshotEntity,
  AssetSubscriptionEntity,
  AssetVersionEntity,
  AttachmentEntity,
  AuditEntryEntity,
  CollectorLinkEntity,
  DeletedSubmissionEntity,
  DeletedSubmissionPartEntity,
  DeploymentEntity,
  HookDeliveryEntity,
  HookEntity,
  ExportSettingEntity,
  ExportTaskEntity,
  ImageRenditionEntity,
  ImportTaskEntity,
  InAppMessageEntity,
  InAppMessageInteractionEntity,
  InstanceSettingEntity,
  KnownAddressEntity,
  MfaMethodEntity,
  MigratedAssetEntity,
  MigratedSubmissionEntity,
  MigrationSourceEntity,
  MigrationTaskEntity,
  OAuthApplicationEntity,
  OAuthGrantEntity,
  OAuthTokenEntity,
  OwnershipInviteEntity,
  OwnershipTransferEntity,
  PairedDataEntity,
  PermissionAssignmentEntity,
  PermissionDenialEntity,
  ProjectViewEntity,
  ProjectViewUserEntity,
  RecoveryCodeEntity,
  QuestionFeatureEntity,
  SessionEntity,
  SignInFailureEntity,
  SubmissionChangeEntity,
  SubmissionEntity,
  SubmissionHistoryEntity,
  SubmissionRereadingEntity,
  SubmissionTallyEntity,
  SubmissionTotalEntity,
  SupplementVersionEntity,
  UserEntity,
];
