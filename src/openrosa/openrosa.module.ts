import { Module } from '@nestjs/common';
import { DeploymentModule } from '../modules/deployment/deployment.module';
import { SubmissionModule } from '../modules/submission/submission.module';
import { JsonSubmission } from './json-submission';
import { OpenRosaController } from './openrosa.controller';
import { SubmissionUpload } from './submission-upload';

/** The door for collectors. */
@Module({
  imports: [DeploymentModule, SubmissionModule],
  controllers: [OpenRosaController],
  providers: [JsonSubmission, SubmissionUpload],
})
export class OpenRosaModule {}
