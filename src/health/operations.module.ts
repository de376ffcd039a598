import { Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { Lifecycle } from './lifecycle';
import { Metrics } from './metrics';
import { MetricsController } from './metrics.controller';

/** What operators look at. */
@Module({
  controllers: [HealthController, MetricsController],
  providers: [Lifecycle, Metrics],
  exports: [Lifecycle, Metrics],
})
export class OperationsModule {}
