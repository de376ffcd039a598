import { Module } from '@nestjs/common';
import { DeploymentModule } from '../modules/deployment/deployment.module';
import { MediaModule } from '../modules/media/media.module';
import { SubmissionModule } from '../modules/submission/submission.module';
import { DataEntry } from './data-entry';
import { DataEntryController } from './data-entry.controller';
import { JsonSubmission } from './json-submission';
import { OpenRosaController } from './openrosa.controller';
import { FormMediaController } from './form-media.controller';
import { SubmissionUpload } from './submission-upload';

/** The door for collectors. */
@Module({
  imports: [DeploymentModule, MediaModule, SubmissionModule],
  controllers: [OpenRosaController, FormMediaController, DataEntryController],
  providers: [JsonSubmission, SubmissionUpload, DataEntry],
})
export class OpenRosaModule {}
