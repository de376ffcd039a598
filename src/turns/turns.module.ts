import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { StreamsInFlight } from './streams-in-flight';
import { TurnInterceptor } from './turn.interceptor';
import { Turns } from './turns';

/** Whose turn it is, when there are more requests than can be served at a time. */
@Module({
  providers: [Turns, StreamsInFlight, { provide: APP_INTERCEPTOR, useClass: TurnInterceptor }],
})
export class TurnsModule {}
