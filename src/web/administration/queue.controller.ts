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
import { html, richText } from '../page/html';
import { countText } from '../../language/format';
import { type Text, t } from '../../language/message';

const doneTexts = () => ({ retried: t('The job runs again.') });

const states = (): Readonly<Record<JobState, readonly [text: Text, tone: Tone]>> => ({
  failed: [t('Failed'), 'bad'],
  retrying: [t('Will be retried'), 'caution'],
  running: [t('Running'), 'good'],
  waiting: [t('Waiting'), 'plain'],
});

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
  const figures = (Object.keys(states()) as JobState[]).map(
    (state) =>
      html`<div>
        <dt>${states()[state][0]}</dt>
        <dd>${countText(counts[state])}</dd>
      </div>`,
  );
  const body = html`${doneNotice(query, doneTexts())}
    <section class="sheet">
      <h2>${t('Background jobs')}</h2>
      <dl class="figures">${figures}</dl>
    </section>
    ${
      jobs.length === 0
        ? emptyState({
            title: t('The queue is empty'),
            text: t('Imports, exports and webhooks run as jobs.'),
          })
        : recordTable({
            caption: t('Background jobs'),
            columns: [
              t('Job'),
              t('State'),
              figure(t('Attempts')),
              t('Queued'),
              whole(t('Last error')),
              whole(),
            ],
            rows: jobs.map((job) => [
              html`<strong>${job.name}</strong>
                <div class="hint">${job.subject ?? ''}</div>`,
              badge(...states()[job.state]),
              t('{done} of {total}', { done: countText(job.attempts), total: countText(job.maxAttempts) }),
              timeText(job.created),
              html`<span class="soft" dir="auto">${(job.lastError ?? '').slice(0, MAX_ERROR_LENGTH)}</span>`,
              (job.state === 'failed' || job.state === 'retrying') &&
                html`<div class="buttons">
                  ${postButton(visitor, `${QUEUE_PATH}${job.id}/retry/`, {
                    label: richText(
                      'Retry<span> {name}</span>',
                      { span: (text) => html`<span class="visually-hidden">${text}</span>` },
                      { name: job.name },
                    ),
                    style: 'quiet',
                  })}
                </div>`,
            ]),
          })
    }
    ${pager(QUEUE_PATH, {}, window)}`;
  return presentAdministrationPage(visitor, QUEUE_PATH, { title: t('Queue'), body });
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
