import { Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { Readiness } from './readiness';
import { Metrics } from './metrics';
import { MetricsController } from './metrics.controller';

@Module({
  controllers: [HealthController, MetricsController],
  providers: [Readiness, Metrics],
  exports: [Readiness, Metrics],
})
export class HealthModule {}
