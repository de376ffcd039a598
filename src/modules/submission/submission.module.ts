import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  AttachmentEntity,
  SubmissionEntity,
  SubmissionHistoryEntity,
  SubmissionNoteEntity,
} from '../../database/entities/submission.entity';
import {
  QuestionFeatureEntity,
  SupplementVersionEntity,
  PairedDataEntity,
} from '../../database/entities/supplement.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { EntityModule } from '../entity/entity.module';
import { DeploymentModule } from '../deployment/deployment.module';
import { MediaModule } from '../media/media.module';
import { PermissionModule } from '../permission/permission.module';
import { AttachmentRepository } from './attachment.repository';
import { SubmissionChangeService } from './submission-change.service';
import {
  SubmissionRepository,
  SubmissionPurgeRepository,
  SubmissionRereadingRepository,
} from './submission.repository';
import { SubmissionWriteRepository } from './submission-write.repository';
import {
  AttachmentRemovalController,
  ExpectedFileController,
} from './attachments/attachment-removal.controller';
import { AttachmentRemovalService } from './attachments/attachment-removal.service';
import { AttachmentArchiveController, AttachmentController } from './attachments/attachment.controller';
import { AttachmentArchiveService, AttachmentService } from './attachments/attachment.service';
import { ExpectedFileService } from './attachments/expected-file.service';
import { DeletedSubmissionController } from './deleted/deleted-submission.controller';
import {
  DeletedSubmissionExpiryService,
  DeletedSubmissionService,
} from './deleted/deleted-submission.service';
import { DeletedSubmissionRepository } from './deleted-submission.repository';
import { DeletedSubmissionListRepository } from './deleted/deleted-submission-list.repository';
import { BulkEditService } from './edit/bulk-edit.service';
import { SubmissionCopyService } from './edit/submission-copy.service';
import { SubmissionEditController } from './edit/submission-edit.controller';
import { SubmissionPurgeService, SubmissionRemovalService } from './edit/submission-removal.service';
import { SubmissionRereadingService } from './edit/submission-rereading.service';
import { SubmissionSelectionService } from './edit/submission-selection.service';
import { ValidationStatusRepository } from './edit/validation-status.repository';
import { ValidationStatusService } from './edit/validation-status.service';
import { AttachmentStorageService } from './intake/attachment-storage.service';
import { EditIntakeService } from './intake/edit-intake.service';
import { IntakeResultService, IntakeService } from './intake/intake.service';
import { IntakeRepository } from './intake/intake.repository';
import { ResubmissionService } from './intake/resubmission.service';
import { SubmissionCountRepository } from './intake/submission-count.repository';
import { SubmissionCountService } from './intake/submission-count.service';
import { AnswerIndexRepository } from './read/answer-index.repository';
import { AnswerIndexService } from './read/answer-index.service';
import { SubmissionHistoryController, SubmissionController } from './read/submission.controller';
import { SubmissionHistoryRepository, SubmissionNoteRepository } from './read/submission-history.repository';
import { SummaryCleanupService } from './read/summary-cleanup.service';
import { SubmissionHistoryService } from './read/submission-history.service';
import { SubmissionNoteController } from './edit/submission-note.controller';
import { SubmissionNoteService } from './edit/submission-note.service';
import { SubmissionInstanceService, SubmissionService } from './read/submission.service';
import { SubmissionPageRepository } from './read/submission-page.repository';
import { SubmissionReadRepository } from './read/submission-read.repository';
import { SubmitterCountRepository } from './read/submitter-count.repository';
import { MovedHistoryService } from './moved/moved-history.service';
import { MovedSubmissionRepository } from './moved/moved-submission.repository';
import { MovedSubmissionService } from './moved/moved-submission.service';
import { AnsweredPathRepository } from './stream/answered-path.repository';
import { ChangeListRepository } from './stream/change-list.repository';
import { ChangeListService } from './stream/change-list.service';
import {
  SubmissionSizeService,
  SubmissionPullService,
  SubmissionStreamService,
} from './stream/submission-stream.service';
import { SubmissionStreamRepository } from './stream/submission-stream.repository';
import { SubmissionFormatController } from './stream/submission-format.controller';
import { SubmissionFormatService } from './stream/submission-format.service';
import { SubmissionStreamController } from './stream/submission-stream.controller';
import {
  BulkActionController,
  SupplementController,
  QuestionFeatureController,
} from './supplement/supplement.controller';
import { QuestionFeatureRepository, SupplementRepository } from './supplement.repository';
import { QuestionFeatureService } from './supplement/question-feature.service';
import { SupplementService } from './supplement/supplement.service';
import { AssetModule } from '../asset/asset.module';
import { PairedDataRepository } from './paired-data/paired-data.repository';
import { PairedContentService } from './paired-data/paired-content.service';
import { PairedDataController } from './paired-data/paired-data.controller';
import { PairedDataService, SourceAccessService } from './paired-data/paired-data.service';

/** Submissions. Their JSON is rendered once, at intake; reads stream it as stored. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      SubmissionEntity,
      AttachmentEntity,
      SubmissionHistoryEntity,
      SubmissionNoteEntity,
      QuestionFeatureEntity,
      SupplementVersionEntity,
      PairedDataEntity,
    ]),
    AccountModule,
    AuditModule,
    PermissionModule,
    MediaModule,
    EntityModule,
    DeploymentModule,
    AssetModule,
  ],
  controllers: [
    SubmissionStreamController,
    SubmissionFormatController,
    SubmissionHistoryController,
    SubmissionNoteController,
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
    PairedDataController,
  ],
  providers: [
    AnswerIndexRepository,
    SummaryCleanupService,
    AnswerIndexService,
    IntakeService,
    IntakeRepository,
    ResubmissionService,
    EditIntakeService,
    IntakeResultService,
    AttachmentStorageService,
    AttachmentRepository,
    AttachmentArchiveService,
    AttachmentService,
    ExpectedFileService,
    AttachmentRemovalService,
    SubmissionRepository,
    SubmissionWriteRepository,
    SubmissionHistoryRepository,
    SubmissionHistoryService,
    SubmissionNoteRepository,
    SubmissionNoteService,
    SubmissionCountService,
    SubmissionCountRepository,
    SubmissionChangeService,
    SubmissionSelectionService,
    SubmissionRemovalService,
    DeletedSubmissionService,
    DeletedSubmissionExpiryService,
    DeletedSubmissionRepository,
    DeletedSubmissionListRepository,
    SubmissionPurgeService,
    SubmissionPurgeRepository,
    SubmissionRereadingService,
    SubmissionRereadingRepository,
    ValidationStatusRepository,
    ValidationStatusService,
    SubmissionCopyService,
    BulkEditService,
    ChangeListService,
    ChangeListRepository,
    SubmissionSizeService,
    SubmissionStreamService,
    AnsweredPathRepository,
    SubmissionStreamRepository,
    SubmissionInstanceService,
    SubmissionService,
    SubmissionReadRepository,
    SubmitterCountRepository,
    SubmissionPageRepository,
    SubmissionPullService,
    SubmissionFormatService,
    MovedHistoryService,
    MovedSubmissionService,
    MovedSubmissionRepository,
    QuestionFeatureService,
    QuestionFeatureRepository,
    SupplementService,
    SupplementRepository,
    PairedDataService,
    PairedDataRepository,
    PairedContentService,
    SourceAccessService,
  ],
  exports: [
    MovedHistoryService,
    MovedSubmissionService,
    IntakeService,
    IntakeResultService,
    SubmissionPullService,
    AttachmentStorageService,
    SubmissionService,
    SubmissionInstanceService,
    SubmissionStreamService,
    SubmissionFormatService,
    SubmissionHistoryService,
    SubmissionNoteService,
    SubmissionRemovalService,
    DeletedSubmissionService,
    SubmissionCopyService,
    BulkEditService,
    ValidationStatusService,
    QuestionFeatureService,
    PairedContentService,
    PairedDataService,
  ],
})
export class SubmissionModule {}
