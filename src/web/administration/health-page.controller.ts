import { Get } from '@nestjs/common';
import { SuperuserOnly } from '../../authorization/policy';
import { VERSION } from '../../config/version';
import { HealthCheck, type CheckResult } from '../../health/health-check';
import { Metrics } from '../../health/metrics';
import { JobService, type JobCounts } from '../../modules/service/job.service';
import { PageController } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { badge, notice, timeText } from '../page/components';
import { html, type Html, type HtmlValue, richText } from '../page/html';
import { bytesText, countText } from '../../language/format';
import { HEALTH_PATH, QUEUE_PATH, presentAdministrationPage } from './administration-page';
import { type Text, t } from '../../language/message';

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
        ? notice(t('The service can serve requests.'))
        : notice(t('The service can’t serve all requests.'), 'alarm')
    }
    <section class="sheet" aria-labelledby="checks">
      <h2 id="checks">${t('Checks')}</h2>
      <dl>
        ${fact(t('Database'), checkResult(database))} ${fact(t('File storage'), checkResult(storage))}
        ${fact(t('Queue'), queueResult(jobs))}
      </dl>
    </section>
    <section class="sheet" aria-labelledby="process">
      <h2 id="process">${t('This process')}</h2>
      <dl>
        ${fact(t('Version'), process.version)} ${fact(t('Runs since'), timeText(process.started))}
        ${fact(t('Memory'), bytesText(process.residentBytes))}
        ${fact(t('Requests'), t('{requests}, {failed} with a server error', { requests: countText(process.requests), failed: countText(process.failedRequests) }))}
      </dl>
      <p class="soft">
        ${richText('Of several processes, the one that answered this request. For load balancers: <ready>/health/ready</ready>. For Prometheus: <metrics>/metrics</metrics>.', { ready: (text) => html`<a href="/health/ready">${text}</a>`, metrics: (text) => html`<a href="/metrics">${text}</a>` })}
      </p>
    </section>`;
  return presentAdministrationPage(visitor, HEALTH_PATH, { title: t('Health'), body });
}

function fact(name: Text, value: HtmlValue): Html {
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`;
}

function checkResult({ problem, milliseconds }: CheckResult): Html {
  return problem === undefined
    ? richText(
        '<badge>Responds</badge> in {milliseconds} ms',
        { badge: (text) => html`<span class="badge good">${text}</span>` },
        { milliseconds: countText(milliseconds) },
      )
    : html`${badge(t('Fails'), 'bad')} ${problem}`;
}

function queueResult({ failed, retrying, running, waiting }: JobCounts): Html {
  const state =
    failed > 0
      ? badge(t('{failed} failed', { failed: countText(failed) }), 'bad')
      : badge(t('No failed jobs'), 'good');
  return richText(
    '{state} {running} running, {waiting} waiting, {retrying} to be retried. <a>Show the queue</a>',
    { a: (text) => html`<a href="${QUEUE_PATH}">${text}</a>` },
    { state, running: countText(running), waiting: countText(waiting), retrying: countText(retrying) },
  );
}
