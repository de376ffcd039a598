import { Get } from '@nestjs/common';
import { SuperuserOnly } from '../../authorization/policy';
import { VERSION } from '../../config/version';
import { HealthCheck } from '../../health/health-check';
import { Metrics } from '../../health/metrics';
import { JobService } from '../../modules/job/job.service';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentHealth, type ProcessFigures } from './health.page';

/** State of the service, for superusers: the checks of `/health/ready` and figures of `/metrics`. */
@PageController('administration/health')
export class HealthPageController {
  constructor(
    private readonly check: HealthCheck,
    private readonly metrics: Metrics,
    private readonly jobs: JobService,
  ) {}

  @Get()
  @SuperuserOnly()
  async show(@CurrentVisitor() visitor: Visitor) {
    const [checks, jobs, process] = await Promise.all([
      this.check.results(),
      this.jobs.counts(),
      this.processFigures(),
    ]);
    return presentHealth(visitor, { checks, jobs, process });
  }

  private async processFigures(): Promise<ProcessFigures> {
    const [requests = [], start = [], memory = []] = await Promise.all(
      ['http_request_duration_seconds', 'process_start_time_seconds', 'process_resident_memory_bytes'].map(
        (name) => this.metrics.values(name),
      ),
    );
    const counts = requests.filter(({ metricName }) => metricName?.endsWith('_count') === true);
    const sum = (values: typeof counts): number => values.reduce((total, { value }) => total + value, 0);
    return {
      version: VERSION,
      started: new Date((start[0]?.value ?? 0) * 1000),
      residentBytes: memory[0]?.value ?? 0,
      requests: sum(counts),
      failedRequests: sum(counts.filter(({ labels }) => labels['status'] === '5xx')),
    };
  }
}
