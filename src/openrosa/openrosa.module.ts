import { Module } from '@nestjs/common';
import { CredentialModule } from '../modules/credential/credential.module';
import { DeploymentModule } from '../modules/deployment/deployment.module';
import { MediaModule } from '../modules/media/media.module';
import { PairedDataModule } from '../modules/paired-data/paired-data.module';
import { PermissionModule } from '../modules/permission/permission.module';
import { SnapshotModule } from '../modules/snapshot/snapshot.module';
import { SubmissionModule } from '../modules/submission/submission.module';
import { Briefcase } from './briefcase';
import { BriefcaseController } from './briefcase.controller';
import { CollectorController } from './collector.controller';
import { CollectorService } from './collector.service';
import { DataEntry } from './data-entry';
import { DataEntryController } from './data-entry.controller';
import { JsonSubmission } from './json-submission';
import { OpenRosaController } from './openrosa.controller';
import { FormFiles } from './form-files';
import { FormMediaController } from './form-media.controller';
import { SnapshotEditService } from './snapshot-edit.service';
import { SnapshotEditController } from './snapshot-edit.controller';
import { SubmissionUpload } from './submission-upload';

@Module({
  imports: [
    CredentialModule,
    PermissionModule,
    SnapshotModule,
    DeploymentModule,
    MediaModule,
    SubmissionModule,
    PairedDataModule,
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
