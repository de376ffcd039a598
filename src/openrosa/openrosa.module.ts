import { Module } from '@nestjs/common';
import { CredentialModule } from '../modules/credential/credential.module';
import { DeploymentModule } from '../modules/deployment/deployment.module';
import { MediaModule } from '../modules/media/media.module';
import { PairingModule } from '../modules/paired-data/pairing.module';
import { PermissionModule } from '../modules/permission/permission.module';
import { SnapshotModule } from '../modules/snapshot/snapshot.module';
import { SubmissionModule } from '../modules/submission/submission.module';
import { Briefcase } from './briefcase';
import { BriefcaseController } from './briefcase.controller';
import { CollectorController } from './collector.controller';
import { CollectorDoor } from './collector-door';
import { DataEntry } from './data-entry';
import { DataEntryController } from './data-entry.controller';
import { JsonSubmission } from './json-submission';
import { LightDoor } from './light-door';
import { OpenRosaController } from './openrosa.controller';
import { FormListDoor } from './form-list-door';
import { FormFiles } from './form-files';
import { FormMediaController } from './form-media.controller';
import { SnapshotDoor } from './snapshot-door';
import { SnapshotDoorController } from './snapshot-door.controller';
import { SubmissionUpload } from './submission-upload';

/** The door for collectors. */
@Module({
  imports: [
    CredentialModule,
    PermissionModule,
    SnapshotModule,
    DeploymentModule,
    MediaModule,
    SubmissionModule,
    PairingModule,
  ],
  controllers: [
    OpenRosaController,
    FormMediaController,
    CollectorController,
    SnapshotDoorController,
    BriefcaseController,
    DataEntryController,
  ],
  providers: [
    FormFiles,
    JsonSubmission,
    SubmissionUpload,
    CollectorDoor,
    LightDoor,
    FormListDoor,
    SnapshotDoor,
    Briefcase,
    DataEntry,
  ],
})
export class OpenRosaModule {}
