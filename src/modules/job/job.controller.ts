import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { SuperuserOnly } from '../../authorization/policy';
import { IgnoresBody } from '../../http/body/body-declaration';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { JobDto } from './dto/job.dto';
import { presentJob } from './job.presenter';
import { JobService } from './job.service';

@ApiTags('Operations')
@ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
@Controller('api/v2/jobs')
export class JobController {
  constructor(private readonly jobs: JobService) {}

  @Get()
  @SuperuserOnly()
  @ApiOperation({
    summary: 'List background jobs',
    description: 'Jobs that have not finished, failed ones first, then oldest first. For superusers.',
  })
  async listJobs(@PaginatedList(JobDto) page: PageRequest) {
    return presentPage(page, await this.jobs.list(page.window), presentJob);
  }

  @Post(':job/retry')
  @HttpCode(204)
  @IgnoresBody()
  @SuperuserOnly()
  @ApiOperation({
    summary: 'Retry a failed background job',
    description: 'Runs it now, with all its attempts. For superusers.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'No such job has failed.' })
  async retryJob(@Param('job') id: string) {
    await this.jobs.retry(id);
  }
}
