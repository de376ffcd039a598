import { Global, Module } from '@nestjs/common';
import {
  AssetPurges,
  CredentialSubscribers,
  SubmissionSizes,
  SubmissionSubscribers,
} from './subscribers.port';

/** In-process publish/subscribe between modules that must not import each other. */
@Global()
@Module({
  providers: [SubmissionSubscribers, SubmissionSizes, CredentialSubscribers, AssetPurges],
  exports: [SubmissionSubscribers, SubmissionSizes, CredentialSubscribers, AssetPurges],
})
export class EventsModule {}
