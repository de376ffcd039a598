import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../auth/policy';
import { Reply } from '../http/reply';
import { Metrics } from './metrics';

/** Figures for Prometheus. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Public()
  async show() {
    return new Reply(200, await this.metrics.text(), { 'Content-Type': this.metrics.contentType });
  }
}
