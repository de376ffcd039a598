import { Get } from '@nestjs/common';
import { SuperuserOnly } from '../../authorization/policy';
import { VERSION } from '../../config/version';
import { HealthCheck, type CheckResult } from '../../health/health-check';
import { Metrics } from '../../health/metrics';
import { JobService, type JobCounts } from '../../modules/service/job.service';
import { PageController } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { badge, notice, timeText } from '../page/components';
import { html, type Html, type HtmlValue } from '../page/html';
import { bytesText, countText } from '../page/format-text';
import { HEALTH_PATH, QUEUE_PATH, presentAdministrationPage } from './administration-page';

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

export interface Health {
  readonly checks: Awaited<ReturnType<HealthCheck['results']>>;
  readonly jobs: JobCounts;
  readonly process: ProcessFigures;
}

/** Figures of the process that answers, from its metrics. */
interface ProcessFigures {
  readonly version: string;
  readonly started: Date;
  readonly residentBytes: number;
  readonly requests: number;
  /** Answered with a server error. */
  readonly failedRequests: number;
}

function presentHealth(visitor: Visitor, { checks, jobs, process }: Health) {
  const { database, storage } = checks;
  const isHealthy = database.problem === undefined && storage.problem === undefined;
  const body = html`${
      isHealthy
        ? notice('The service can serve requests.')
        : notice('The service can’t serve all requests.', 'alarm')
    }
    <section class="sheet" aria-labelledby="checks">
      <h2 id="checks">Checks</h2>
      <dl>
        ${fact('Database', checkResult(database))} ${fact('File storage', checkResult(storage))}
        ${fact('Queue', queueResult(jobs))}
      </dl>
    </section>
    <section class="sheet" aria-labelledby="process">
      <h2 id="process">This process</h2>
      <dl>
        ${fact('Version', process.version)} ${fact('Runs since', timeText(process.started))}
        ${fact('Memory', bytesText(process.residentBytes))}
        ${fact('Requests', `${countText(process.requests)}, ${countText(process.failedRequests)} with a server error`)}
      </dl>
      <p class="soft">
        Of several processes, the one that answered this request. For load balancers:
        <a href="/health/ready">/health/ready</a>. For Prometheus: <a href="/metrics">/metrics</a>.
      </p>
    </section>`;
  return presentAdministrationPage(visitor, HEALTH_PATH, { title: 'Health', body });
}

function fact(name: string, value: HtmlValue): Html {
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`;
}

function checkResult({ problem, milliseconds }: CheckResult): Html {
  return problem === undefined
    ? html`${badge('Responds', 'good')} in ${countText(milliseconds)} ms`
    : html`${badge('Fails', 'bad')} ${problem}`;
}

function queueResult({ failed, retrying, running, waiting }: JobCounts): Html {
  const state = failed > 0 ? badge(`${countText(failed)} failed`, 'bad') : badge('No failed jobs', 'good');
  return html`${state} ${countText(running)} running, ${countText(waiting)} waiting, ${countText(retrying)} to
    be retried. <a href="${QUEUE_PATH}">Show the queue</a>`;
}
