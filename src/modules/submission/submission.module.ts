import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttachmentEntity } from '../../database/entities/attachment.entity';
import { SubmissionEntity } from '../../database/entities/submission.entity';
import { SubmissionHistoryEntity } from '../../database/entities/submission-history.entity';
import { QuestionFeatureEntity } from '../../database/entities/question-feature.entity';
import { SupplementVersionEntity } from '../../database/entities/supplement-version.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { DeploymentModule } from '../deployment/deployment.module';
import { MediaModule } from '../media/media.module';
import { PermissionModule } from '../permission/permission.module';
import { AttachmentRepository } from './attachment.repository';
import { SubmissionChangeService } from './submission-change.service';
import { SubmissionRepository } from './submission.repository';
import { SubmissionWriteQuery } from './submission-write.query';
import { AttachmentRemovalController } from './attachments/attachment-removal.controller';
import { AttachmentRemovalService } from './attachments/attachment-removal.service';
import { AttachmentArchiveController } from './attachments/attachment-archive.controller';
import { AttachmentArchiveQuery } from './attachments/attachment-archive.query';
import { AttachmentArchiveService } from './attachments/attachment-archive.service';
import { AttachmentController } from './attachments/attachment.controller';
import { AttachmentService } from './attachments/attachment.service';
import { ExpectedFileController } from './attachments/expected-file.controller';
import { ExpectedFileService } from './attachments/expected-file.service';
import { DeletedSubmissionController } from './deleted/deleted-submission.controller';
import { DeletedSubmissionExpiryService } from './deleted/deleted-submission-expiry.service';
import { DeletedSubmissionQuery } from './deleted-submission.query';
import { DeletedSubmissionListQuery } from './deleted/deleted-submission-list.query';
import { DeletedSubmissionService } from './deleted/deleted-submission.service';
import { BulkEditService } from './edit/bulk-edit.service';
import { SubmissionCopyService } from './edit/submission-copy.service';
import { SubmissionEditController } from './edit/submission-edit.controller';
import { SubmissionPurgeQuery } from './edit/submission-purge.query';
import { SubmissionPurgeService } from './edit/submission-purge.service';
import { SubmissionRemovalService } from './edit/submission-removal.service';
import { SubmissionRereadingQuery } from './edit/submission-rereading.query';
import { SubmissionRereadingService } from './edit/submission-rereading.service';
import { SubmissionSelectionService } from './edit/submission-selection.service';
import { ValidationStatusService } from './edit/validation-status.service';
import { AttachmentStorageService } from './intake/attachment-storage.service';
import { EditIntakeService } from './intake/edit-intake.service';
import { IntakeResultService } from './intake/intake-result.service';
import { IntakeQuery } from './intake/intake.query';
import { IntakeService } from './intake/intake.service';
import { ResubmissionService } from './intake/resubmission.service';
import { SubmissionCountQuery } from './intake/submission-count.query';
import { SubmissionCountService } from './intake/submission-count.service';
import { SubmissionHistoryController } from './read/submission-history.controller';
import { SubmissionHistoryRepository } from './read/submission-history.repository';
import { SubmissionHistoryService } from './read/submission-history.service';
import { SubmissionInstanceService } from './read/submission-instance.service';
import { SubmissionPageQuery } from './read/submission-page.query';
import { SubmissionController } from './read/submission.controller';
import { SubmissionQuery } from './read/submission.query';
import { SubmissionService } from './read/submission.service';
import { SubmissionReplicaQuery } from './replica/submission-replica.query';
import { SubmissionReplicaService } from './replica/submission-replica.service';
import { AnsweredPathQuery } from './stream/answered-path.query';
import { ChangeListQuery } from './stream/change-list.query';
import { ChangeListService } from './stream/change-list.service';
import { SubmissionChunkQuery } from './stream/submission-chunk.query';
import { SubmissionFormatController } from './stream/submission-format.controller';
import { SubmissionFormatService } from './stream/submission-format.service';
import { SubmissionPullQuery } from './stream/submission-pull.query';
import { SubmissionPullService } from './stream/submission-pull.service';
import { SubmissionStreamController } from './stream/submission-stream.controller';
import { SubmissionStreamQuery } from './stream/submission-stream.query';
import { SubmissionStreamService } from './stream/submission-stream.service';
import { BulkActionController } from './supplement/bulk-action.controller';
import { QuestionFeatureController } from './supplement/question-feature.controller';
import { QuestionFeatureRepository } from './supplement/question-feature.repository';
import { QuestionFeatureService } from './supplement/question-feature.service';
import { SupplementController } from './supplement/supplement.controller';
import { SupplementQuery } from './supplement/supplement.query';
import { SupplementRepository } from './supplement.repository';
import { SupplementService } from './supplement/supplement.service';

/** Submissions. Their JSON is rendered once, at intake; reads stream it as stored. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      SubmissionEntity,
      AttachmentEntity,
      SubmissionHistoryEntity,
      QuestionFeatureEntity,
      SupplementVersionEntity,
    ]),
    AccountModule,
    AuditModule,
    PermissionModule,
    MediaModule,
    DeploymentModule,
  ],
  controllers: [
    SubmissionStreamController,
    SubmissionFormatController,
    SubmissionHistoryController,
    // Before `data/:id`, which matches its paths too.
    DeletedSubmissionController,
    SubmissionEditController,
    SubmissionController,
    AttachmentArchiveController,
    AttachmentController,
    ExpectedFileController,
    AttachmentRemovalController,
    BulkActionController,
    QuestionFeatureController,
    SupplementController,
  ],
  providers: [
    IntakeService,
    IntakeQuery,
    ResubmissionService,
    EditIntakeService,
    IntakeResultService,
    AttachmentStorageService,
    AttachmentRepository,
    AttachmentArchiveService,
    AttachmentArchiveQuery,
    AttachmentService,
    ExpectedFileService,
    AttachmentRemovalService,
    SubmissionRepository,
    SubmissionWriteQuery,
    SubmissionHistoryRepository,
    SubmissionHistoryService,
    SubmissionCountService,
    SubmissionCountQuery,
    SubmissionChangeService,
    SubmissionSelectionService,
    SubmissionRemovalService,
    DeletedSubmissionService,
    DeletedSubmissionExpiryService,
    DeletedSubmissionQuery,
    DeletedSubmissionListQuery,
    SubmissionPurgeService,
    SubmissionPurgeQuery,
    SubmissionRereadingService,
    SubmissionRereadingQuery,
    ValidationStatusService,
    SubmissionCopyService,
    BulkEditService,
    ChangeListService,
    ChangeListQuery,
    SubmissionStreamService,
    AnsweredPathQuery,
    SubmissionStreamQuery,
    SubmissionInstanceService,
    SubmissionService,
    SubmissionQuery,
    SubmissionPageQuery,
    SubmissionChunkQuery,
    SubmissionPullQuery,
    SubmissionPullService,
    SubmissionFormatService,
    SubmissionReplicaService,
    SubmissionReplicaQuery,
    QuestionFeatureService,
    QuestionFeatureRepository,
    SupplementService,
    SupplementRepository,
    SupplementQuery,
  ],
  exports: [
    SubmissionReplicaService,
    IntakeService,
    IntakeResultService,
    SubmissionPullService,
    AttachmentStorageService,
    SubmissionService,
    SubmissionInstanceService,
    SubmissionStreamService,
    SubmissionFormatService,
    SubmissionHistoryService,
    SubmissionRemovalService,
    DeletedSubmissionService,
    SubmissionCopyService,
    ValidationStatusService,
    QuestionFeatureService,
  ],
})
export class SubmissionModule {}
