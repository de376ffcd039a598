import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Arrivals } from './arrivals';
import { StreamsInFlight } from './streams-in-flight';
import { TurnTaking } from './turn-taking';
import { TurnGuard } from './turn.guard';
import { Turns } from './turns';

/**
 * Whose turn it is, when there are more requests than can be served at a time. Guards run in the order of their modules:
 * this one comes after those that say who asks and let the body in.
 */
@Module({
  providers: [Arrivals, Turns, TurnTaking, StreamsInFlight, { provide: APP_GUARD, useClass: TurnGuard }],
  exports: [TurnTaking],
})
export class TurnsModule {}
