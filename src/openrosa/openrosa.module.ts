import { Module } from '@nestjs/common';
import { AccountModule } from '../modules/account/account.module';
import { DeploymentModule } from '../modules/deployment/deployment.module';
import { EntityModule } from '../modules/entity/entity.module';
import { MediaModule } from '../modules/media/media.module';
import { SubmissionModule } from '../modules/submission/submission.module';
import { PermissionModule } from '../modules/permission/permission.module';
import { WebFormModule } from '../modules/web-form/web-form.module';
import { Briefcase, BriefcaseController } from './briefcase.controller';
import { CollectorController, FormMediaController } from './collector.controller';
import { CollectorService } from './collector.service';
import { DataEntry, DataEntryController } from './data-entry.controller';
import { JsonSubmission, SubmissionUpload } from './submission-upload';
import { OpenRosaController } from './openrosa.controller';
import { FormFiles } from './form-files';
import { SnapshotEditService } from './snapshot-edit.service';
import { SnapshotEditController } from './snapshot-edit.controller';

@Module({
  imports: [
    AccountModule,
    PermissionModule,
    WebFormModule,
    DeploymentModule,
    EntityModule,
    MediaModule,
    SubmissionModule,
  ],
  controllers: [
    OpenRosaController,
    FormMediaController,
    CollectorController,
    SnapshotEditController,
    BriefcaseController,
    DataEntryController,
  ],
  providers: [
    FormFiles,
    JsonSubmission,
    SubmissionUpload,
    CollectorService,
    SnapshotEditService,
    Briefcase,
    DataEntry,
  ],
})
export class OpenRosaModule {}
