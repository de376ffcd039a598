import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttachmentEntity } from '../../database/entities/attachment.entity';
import { SubmissionHistoryEntity } from '../../database/entities/submission-history.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { DeploymentModule } from '../deployment/deployment.module';
import { MediaModule } from '../media/media.module';
import { PermissionModule } from '../permission/permission.module';
import { AnsweredPathQuery } from './answered-path.query';
import { AttachmentController } from './attachment.controller';
import { AttachmentRemovalController } from './attachment-removal.controller';
import { AttachmentRemovalQuery } from './attachment-removal.query';
import { AttachmentRemovalService } from './attachment-removal.service';
import { AttachmentService } from './attachment.service';
import { AttachmentRepository } from './attachment.repository';
import { BulkEditService } from './bulk-edit.service';
import { ChangeFeedQuery } from './change-feed.query';
import { ChangeFeedService } from './change-feed.service';
import { EditQuery } from './edit.query';
import { EditService } from './edit.service';
import { EnteredSubmissionService } from './entered-submission.service';
import { ExpectedFileController } from './expected-file.controller';
import { ExpectedFileService } from './expected-file.service';
import { GroupIntakeService } from './group-intake.service';
import { IncomingFilesService } from './incoming-files.service';
import { IntakeQuery } from './intake.query';
import { IntakeService } from './intake.service';
import { RepeatedIntakeService } from './repeated-intake.service';
import { StoredSubmissionQuery } from './stored-submission.query';
import { SubmissionChangeQuery } from './submission-change.query';
import { SubmissionChangeService } from './submission-change.service';
import { SubmissionChangeController } from './submission-change.controller';
import { SubmissionStreamController } from './submission-stream.controller';
import { SubmissionStreamQuery } from './submission-stream.query';
import { SubmissionStreamService } from './submission-stream.service';
import { SubmissionController } from './submission.controller';
import { SubmissionCopyService } from './submission-copy.service';
import { SubmissionInstanceQuery } from './submission-instance.query';
import { SubmissionInstanceService } from './submission-instance.service';
import { SubmissionFormatController } from './submission-format.controller';
import { SubmissionFormatService } from './submission-format.service';
import { SubmissionPieceQuery } from './submission-piece.query';
import { SubmissionHistoryController } from './submission-history.controller';
import { SubmissionHistoryRepository } from './submission-history.repository';
import { SubmissionHistoryService } from './submission-history.service';
import { SubmissionTallyQuery } from './submission-tally.query';
import { SubmissionTallyService } from './submission-tally.service';
import { SubmissionPullQuery } from './submission-pull.query';
import { SubmissionPullService } from './submission-pull.service';
import { SubmissionPurgeQuery } from './submission-purge.query';
import { SubmissionPurgeService } from './submission-purge.service';
import { SubmissionRemovalQuery } from './submission-removal.query';
import { SubmissionRemovalService } from './submission-removal.service';
import { SubmissionSelectionService } from './submission-selection.service';
import { ValidationStatusQuery } from './validation-status.query';
import { ValidationStatusService } from './validation-status.service';
import { SubmissionPageQuery } from './submission-page.query';
import { SubmissionQuery } from './submission.query';
import { SubmissionService } from './submission.service';

/** Collected data: taken in once, read as it was made ready then. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AttachmentEntity, SubmissionHistoryEntity]),
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
    SubmissionChangeController,
    SubmissionController,
    AttachmentController,
    ExpectedFileController,
    AttachmentRemovalController,
  ],
  providers: [
    IntakeService,
    IntakeQuery,
    GroupIntakeService,
    RepeatedIntakeService,
    EditService,
    EditQuery,
    EnteredSubmissionService,
    IncomingFilesService,
    AttachmentRepository,
    AttachmentService,
    ExpectedFileService,
    AttachmentRemovalService,
    AttachmentRemovalQuery,
    StoredSubmissionQuery,
    SubmissionHistoryRepository,
    SubmissionHistoryService,
    SubmissionTallyService,
    SubmissionTallyQuery,
    SubmissionChangeService,
    SubmissionSelectionService,
    SubmissionRemovalService,
    SubmissionRemovalQuery,
    SubmissionPurgeService,
    SubmissionPurgeQuery,
    ValidationStatusService,
    ValidationStatusQuery,
    SubmissionCopyService,
    BulkEditService,
    ChangeFeedService,
    ChangeFeedQuery,
    SubmissionStreamService,
    AnsweredPathQuery,
    SubmissionStreamQuery,
    SubmissionChangeQuery,
    SubmissionInstanceService,
    SubmissionInstanceQuery,
    SubmissionService,
    SubmissionQuery,
    SubmissionPageQuery,
    SubmissionPieceQuery,
    SubmissionPullQuery,
    SubmissionPullService,
    SubmissionFormatService,
  ],
  exports: [
    IntakeService,
    EnteredSubmissionService,
    SubmissionPullService,
    IncomingFilesService,
    SubmissionService,
    SubmissionInstanceService,
    SubmissionStreamService,
  ],
})
export class SubmissionModule {}
