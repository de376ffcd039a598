import { Controller, Param, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Requires, Priority } from '../../../authorization/policy';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import type { DataPage } from '../../../domain/query/data-page';
import { Endpoint } from '../../../http/endpoint';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { DataPagePipe, SubmissionIdPipe } from './submission.pipe';
import {
  CountsByUserDto,
  CountsDto,
  SubmissionDto,
  SubmissionQueryDto,
  PastSubmissionDto,
} from './submission.dto';
import {
  presentCounts,
  presentCountsByUser,
  presentSubmission,
  presentSubmissionPage,
  presentPastSubmission,
} from './submission.presenter';
import { SubmissionService } from './submission.service';
import { AbortOnDisconnect } from '../../../http/reply';
import { SubmissionHistoryService } from './submission-history.service';

@ApiTags('Data')
@ApiNotFoundResponse({
  description: 'The asset or submission does not exist, or the caller may not view it.',
})
@Controller('api/v2/assets/:uid')
export class SubmissionController {
  constructor(private readonly submissions: SubmissionService) {}

  @Endpoint('GET data', {
    summary: 'List submissions',
    description: 'Ordered by `_id` unless `sort` is given.',
    fails: { 400: 'A parameter is invalid, or the asset was never deployed.' },
  })
  @Requires('view_submissions')
  async listSubmissions(
    access: AssetAccess<'view_submissions'>,
    @PaginatedList(SubmissionDto, DataPagePipe) request: PageRequest<DataPage>,
    @ResponseLinks() links: Links,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    const page = await this.submissions.page(access, request.window, signal);
    return presentSubmissionPage(links.origin, request, page);
  }

  @Endpoint('GET data/:id', {
    summary: 'Get a submission',
    description: '`id` is the `_id`, the root uuid or the current uuid.',
    returns: SubmissionDto,
  })
  @Requires('view_submissions')
  async getSubmission(
    access: AssetAccess<'view_submissions'>,
    @Param('id', SubmissionIdPipe) id: string,
    @Query() query: SubmissionQueryDto,
    @ResponseLinks() links: Links,
  ) {
    return presentSubmission(links.origin, await this.submissions.get(access, id, query.toInput()));
  }

  @Endpoint('GET counts', {
    summary: 'Count submissions, in total and per day',
    returns: CountsDto,
    fails: { 400: '`days` is not a whole number.' },
  })
  @Requires('view_submissions')
  @ApiQuery({
    name: 'days',
    type: Number,
    required: false,
    description: 'Number of days, including today (UTC). Default: 30.',
    example: 30,
  })
  async getSubmissionCounts(access: AssetAccess<'view_submissions'>, @Query('days') days: unknown) {
    return presentCounts(await this.submissions.counts(access, days));
  }

  @Endpoint('GET counts/users', {
    summary: 'Count submissions by user',
    description:
      'Users who sent most first, at most 1000; `username` is null for submissions without an account.',
    returns: CountsByUserDto,
  })
  @Priority('limited')
  @Requires('view_submissions')
  async countSubmissionsByUser(access: AssetAccess<'view_submissions'>) {
    return presentCountsByUser(await this.submissions.countsByUser(access));
  }
}

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The asset was never deployed.' })
@ApiNotFoundResponse({ description: 'The submission does not exist, or the caller may not view it.' })
@Controller('api/v2/assets/:uid/data/:id/history')
export class SubmissionHistoryController {
  constructor(private readonly history: SubmissionHistoryService) {}

  @Endpoint('GET', {
    summary: 'List the earlier states of a submission',
    description: 'One entry per edit, the first state first.',
  })
  @Requires('view_submissions')
  async listSubmissionHistory(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @PaginatedList(PastSubmissionDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.history.list(access, id, page.window), (past) =>
      presentPastSubmission(links, access.assetUid, past),
    );
  }
}
