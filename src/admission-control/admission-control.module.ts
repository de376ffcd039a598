import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AcceptBacklog } from './accept-backlog';
import { StreamsInFlight } from './streams-in-flight';
import { AdmissionControlGuard } from './admission-control.guard';
import { AdmissionController } from './admission-controller';

/** Limits concurrency. Guards run in the order of their modules: import this one after `AuthenticationModule`. */
@Module({
  providers: [
    AcceptBacklog,
    AdmissionController,
    StreamsInFlight,
    { provide: APP_GUARD, useClass: AdmissionControlGuard },
  ],
})
export class AdmissionControlModule {}
