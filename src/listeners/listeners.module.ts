import { Global, Module } from '@nestjs/common';
import { SubmissionListeners } from './submission-listener.port';

/** Who must know of what others store, without those others knowing them. */
@Global()
@Module({ providers: [SubmissionListeners], exports: [SubmissionListeners] })
export class ListenersModule {}
