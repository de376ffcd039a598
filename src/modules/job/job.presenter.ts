import { wireDate } from '../../domain/text/wire-date';
import type { QueuedJob } from './job.service';

export function presentJob(job: QueuedJob) {
  return {
    id: job.id,
    name: job.name,
    subject: job.subject,
    state: job.state,
    attempts: job.attempts,
    max_attempts: job.maxAttempts,
    last_error: job.lastError,
    date_created: wireDate(job.created),
    date_run: wireDate(job.runAt),
  };
}
