import { Global, Module } from '@nestjs/common';
import { AssetPurges } from './asset-purge.port';
import { CredentialSubscribers } from './credential-subscriber.port';
import { SubmissionSizes } from './submission-size.port';
import { SubmissionSubscribers } from './submission-subscriber.port';

/** In-process publish/subscribe between modules that must not import each other. */
@Global()
@Module({
  providers: [SubmissionSubscribers, SubmissionSizes, CredentialSubscribers, AssetPurges],
  exports: [SubmissionSubscribers, SubmissionSizes, CredentialSubscribers, AssetPurges],
})
export class EventsModule {}
