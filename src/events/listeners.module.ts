import { Global, Module } from '@nestjs/common';
import { AssetPurges } from './asset-purge.port';
import { CredentialHolders } from './credential-holder.port';
import { SubmissionListeners } from './submission-listener.port';

/** Who must know of what others do, without those others knowing them. */
@Global()
@Module({
  providers: [SubmissionListeners, CredentialHolders, AssetPurges],
  exports: [SubmissionListeners, CredentialHolders, AssetPurges],
})
export class ListenersModule {}
