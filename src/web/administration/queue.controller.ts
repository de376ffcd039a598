import { Get, Param, Query } from '@nestjs/common';
import { SuperuserOnly } from '../../authorization/policy';
import { JobService, type JobCounts, type JobState, type QueuedJob } from '../../modules/service/job.service';
import { presentRedirect } from '../page/page';
import { PageController, PostForm, readStart, type Sent } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { QUEUE_PATH, presentAdministrationPage } from './administration-page';
import {
  type Tone,
  badge,
  doneNotice,
  emptyState,
  pager,
  postButton,
  recordTable,
  timeText,
  figure,
  whole,
  type CountedWindow,
} from '../page/components';
import { html } from '../page/html';
import { countText } from '../page/format-text';

const DONE = { retried: 'The job runs again.' };

const STATE: Readonly<Record<JobState, readonly [text: string, tone: Tone]>> = {
  failed: ['Failed', 'bad'],
  retrying: ['Will be retried', 'caution'],
  running: ['Running', 'good'],
  waiting: ['Waiting', 'plain'],
};

const MAX_ERROR_LENGTH = 500;

function presentQueue(
  visitor: Visitor,
  {
    jobs,
    counts,
    window,
  }: {
    readonly jobs: readonly QueuedJob[];
    readonly counts: JobCounts;
    readonly window: CountedWindow;
  },
  query: Sent,
) {
  const figures = (Object.keys(STATE) as JobState[]).map(
    (state) =>
      html`<div>
        <dt>${STATE[state][0]}</dt>
        <dd>${countText(counts[state])}</dd>
      </div>`,
  );
  const body = html`${doneNotice(query, DONE)}
    <section class="sheet">
      <h2>Background jobs</h2>
      <dl class="figures">${figures}</dl>
    </section>
    ${
      jobs.length === 0
        ? emptyState({ title: 'The queue is empty', text: 'Imports, exports and webhooks run as jobs.' })
        : recordTable({
            caption: 'Background jobs',
            columns: ['Job', 'State', figure('Attempts'), 'Queued', whole('Last error'), whole()],
            rows: jobs.map((job) => [
              html`<strong>${job.name}</strong>
                <div class="hint">${job.subject ?? ''}</div>`,
              badge(...STATE[job.state]),
              `${countText(job.attempts)} of ${countText(job.maxAttempts)}`,
              timeText(job.created),
              html`<span class="soft" dir="auto">${(job.lastError ?? '').slice(0, MAX_ERROR_LENGTH)}</span>`,
              (job.state === 'failed' || job.state === 'retrying') &&
                html`<div class="buttons">
                  ${postButton(visitor, `${QUEUE_PATH}${job.id}/retry/`, {
                    label: html`Retry<span class="visually-hidden"> ${job.name}</span>`,
                    style: 'quiet',
                  })}
                </div>`,
            ]),
          })
    }
    ${pager(QUEUE_PATH, {}, window)}`;
  return presentAdministrationPage(visitor, QUEUE_PATH, { title: 'Queue', body });
}

const JOBS_PER_PAGE = 50;

/** Queue of background jobs, for superusers. */
@PageController('administration/queue')
export class QueueController {
  constructor(private readonly jobs: JobService) {}

  @Get()
  @SuperuserOnly()
  async list(@CurrentVisitor() visitor: Visitor, @Query() query: Sent) {
    const window = { start: readStart(query), limit: JOBS_PER_PAGE };
    const [{ items, count }, counts] = await Promise.all([this.jobs.list(window), this.jobs.counts()]);
    return presentQueue(visitor, { jobs: items, counts, window: { ...window, count } }, query);
  }

  @PostForm(':job/retry')
  @SuperuserOnly()
  async retry(@Param('job') id: string) {
    await this.jobs.retry(id);
    return presentRedirect(`${QUEUE_PATH}?done=retried`);
  }
}
