import type { JobCounts, JobState, QueuedJob } from '../../modules/job/job.service';
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
import { countText } from '../page/format-text';
import { html } from '../page/html';
import type { Sent } from '../page/sent-form';
import type { Visitor } from '../page/visitor';
import { QUEUE_PATH, presentAdministrationPage } from './administration-page';

const DONE = { retried: 'The job runs again.' };

const STATE: Readonly<Record<JobState, readonly [text: string, tone: Tone]>> = {
  failed: ['Failed', 'bad'],
  retrying: ['Will be retried', 'caution'],
  running: ['Running', 'good'],
  waiting: ['Waiting', 'plain'],
};

const MAX_ERROR_LENGTH = 500;

export function presentQueue(
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
