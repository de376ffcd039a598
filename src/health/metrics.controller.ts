import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Unauthenticated, Priority } from '../authorization/policy';
import { Reply } from '../http/reply';
import { Metrics } from './metrics';

@ApiTags('Operations')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Priority('immediate')
  @Unauthenticated()
  @ApiOperation({
    summary: 'Get metrics',
    description: 'Returns the metrics of this process in the Prometheus text format.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  async getMetrics() {
    return new Reply(200, await this.metrics.text(), { 'Content-Type': this.metrics.contentType });
  }
}
