import { Controller, Param } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags, ApiProperty } from '@nestjs/swagger';
import { SuperuserOnly } from '../../authorization/policy';
import { IgnoresBody } from '../../http/body/body-reader';
import { Endpoint } from '../../http/endpoint';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { JobService, type QueuedJob } from './job.service';
import { wireDate } from '../../domain/text/wire-date';

const STATES = ['failed', 'retrying', 'running', 'waiting'];

class JobDto {
  @ApiProperty({ example: '42' }) id!: string;
  @ApiProperty({ example: 'imports.run' }) name!: string;
  @ApiProperty({ type: String, nullable: true, example: 'iBMZxx9tVfepvTRp3e9Twj' }) subject!: string | null;
  @ApiProperty({ enum: STATES, example: 'failed' }) state!: string;
  @ApiProperty({ type: 'integer', example: 3 }) attempts!: number;
  @ApiProperty({ type: 'integer', example: 3 }) max_attempts!: number;
  @ApiProperty({ type: String, nullable: true, example: 'connect ECONNREFUSED' }) last_error!: string | null;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_created!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z', description: 'Earliest time of the next attempt.' })
  date_run!: string;
}

@ApiTags('Operations')
@ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
@Controller('api/v2/jobs')
export class JobController {
  constructor(private readonly jobs: JobService) {}

  @Endpoint('GET', {
    summary: 'List background jobs',
    description: 'Jobs that have not finished, failed ones first, then oldest first. For superusers.',
  })
  @SuperuserOnly()
  async listJobs(@PaginatedList(JobDto) page: PageRequest) {
    return presentPage(page, await this.jobs.list(page.window), presentJob);
  }

  @Endpoint('POST :job/retry', {
    summary: 'Retry a failed background job',
    description: 'Runs it now, with all its attempts. For superusers.',
    status: 204,
    fails: { 404: 'No such job has failed.' },
  })
  @IgnoresBody()
  @SuperuserOnly()
  async retryJob(@Param('job') id: string) {
    await this.jobs.retry(id);
  }
}

function presentJob(job: QueuedJob) {
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
