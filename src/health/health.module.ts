import { Module } from '@nestjs/common';
import { HealthCheck } from './health-check';
import { HealthController, MetricsController } from './health.controller';
import { Readiness } from './readiness';
import { Metrics } from './metrics';

@Module({
  controllers: [HealthController, MetricsController],
  providers: [Readiness, Metrics, HealthCheck],
  exports: [Readiness, Metrics, HealthCheck],
})
export class HealthModule {}
