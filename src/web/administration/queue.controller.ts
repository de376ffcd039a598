import { Get, Param, Query } from '@nestjs/common';
import { SuperuserOnly } from '../../authorization/policy';
import { JobService } from '../../modules/job/job.service';
import { presentRedirect } from '../page/page';
import { PageController, PostForm } from '../page/page-controller';
import { readStart, type Sent } from '../page/sent-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { QUEUE_PATH } from './administration-page';
import { presentQueue } from './queue.page';

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
