import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AcceptBacklog, AdmissionController, StreamsInFlight } from './admission-controller';
import { AdmissionControlGuard } from './admission-control.guard';
import { ResponseBudget } from './response-budget';

/** Limits concurrency. Guards run in the order of their modules: import this one after `AuthenticationModule`. */
@Module({
  providers: [
    AcceptBacklog,
    AdmissionController,
    StreamsInFlight,
    { provide: ResponseBudget, useFactory: () => new ResponseBudget() },
    { provide: APP_GUARD, useClass: AdmissionControlGuard },
  ],
})
export class AdmissionControlModule {}
