import { Controller } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProduces } from '@nestjs/swagger';
import { Unauthenticated, Priority } from '../authorization/policy';
import { VERSION } from '../config/version';
import { Endpoint } from '../http/endpoint';
import { HealthCheck, Readiness } from './health-check';
import { Reply } from '../http/reply';
import { Metrics } from './metrics';

const STATUS = {
  schema: {
    type: 'object',
    properties: { status: { type: 'string', example: 'ok' }, version: { type: 'string', example: '1.0.0' } },
  },
} as const;

@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly check: HealthCheck,
  ) {}

  @Endpoint('GET live', {
    summary: 'Check liveness',
    description: 'Returns 200 while the process runs. Needs no database.',
  })
  @Priority('immediate')
  @Unauthenticated()
  @ApiOkResponse(STATUS)
  checkLiveness() {
    return { status: 'ok', version: VERSION };
  }

  @Endpoint('GET ready', {
    summary: 'Check readiness',
    description: 'Returns 200 while the process can serve requests: database and file storage respond.',
    fails: { 503: 'The process is stopping, the database does not respond, or files cannot be written.' },
  })
  @Priority('immediate')
  @Unauthenticated()
  @ApiOkResponse(STATUS)
  async checkReadiness() {
    this.readiness.assertReady();
    await this.check.assertHealthy();
    return { status: 'ok', version: VERSION };
  }
}

@ApiTags('Operations')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Endpoint('GET', {
    summary: 'Get metrics',
    description: 'Returns the metrics of this process in the Prometheus text format.',
    returns: { schema: { type: 'string' } },
  })
  @Priority('immediate')
  @Unauthenticated()
  @ApiProduces('text/plain')
  async getMetrics() {
    return new Reply(200, await this.metrics.text(), { 'Content-Type': this.metrics.contentType });
  }
}
