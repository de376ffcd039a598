import { Module } from '@nestjs/common';
import { HealthCheck } from './health-check';
import { HealthController } from './health.controller';
import { Readiness } from './readiness';
import { Metrics } from './metrics';
import { MetricsController } from './metrics.controller';

@Module({
  controllers: [HealthController, MetricsController],
  providers: [Readiness, Metrics, HealthCheck],
  exports: [Readiness, Metrics, HealthCheck],
})
export class HealthModule {}
