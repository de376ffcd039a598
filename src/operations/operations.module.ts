import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller';
import { Lifecycle } from './lifecycle';
import { Metrics } from './metrics';
import { MetricsController } from './metrics.controller';

/** What operators look at. */
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController, MetricsController],
  providers: [Lifecycle, Metrics],
  exports: [Lifecycle, Metrics],
})
export class OperationsModule {}
