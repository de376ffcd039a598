import { Global, Module } from '@nestjs/common';
import { AssetPurges } from './asset-purge.port';
import { CredentialSubscribers } from './credential-subscriber.port';
import { SubmissionSubscribers } from './submission-subscriber.port';

/** In-process publish/subscribe between modules that must not import each other. */
@Global()
@Module({
  providers: [SubmissionSubscribers, CredentialSubscribers, AssetPurges],
  exports: [SubmissionSubscribers, CredentialSubscribers, AssetPurges],
})
export class EventsModule {}
