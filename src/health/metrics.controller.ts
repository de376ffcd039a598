import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Public } from '../authorization/policy';
import { ServedAtOnce } from '../authorization/served';
import { Reply } from '../http/reply';
import { Metrics } from './metrics';

/** Figures for Prometheus. */
@ApiTags('Operations')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @ServedAtOnce()
  @Public()
  @ApiOperation({ summary: 'What the process measures of itself, in the text format of Prometheus' })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  async show() {
    return new Reply(200, await this.metrics.text(), { 'Content-Type': this.metrics.contentType });
  }
}
