import { Module } from '@nestjs/common';
import { HealthCheck, Readiness } from './health-check';
import { HealthController, MetricsController } from './health.controller';
import { Metrics } from './metrics';

@Module({
  controllers: [HealthController, MetricsController],
  providers: [Readiness, Metrics, HealthCheck],
  exports: [Readiness, Metrics, HealthCheck],
})
export class HealthModule {}
