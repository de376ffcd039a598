import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { DataPage } from '../../domain/query/data-page';
import { PageOf } from '../../http/pagination/page-of';
import type { AskedPage } from '../../http/pagination/present-page';
import { Abandoned } from '../../http/abandoned';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { DataPagePipe } from './data-page.pipe';
import { CountsDto, SubmissionDto, SubmissionQueryDto } from './dto/submission.dto';
import { presentCounts, presentSubmission, presentSubmissionPage } from './submission.presenter';
import { SubmissionNamePipe } from './submission-name.pipe';
import { SubmissionService } from './submission.service';

@ApiTags('Data')
@ApiNotFoundResponse({ description: 'There is no such thing, or the caller may not see it.' })
@Controller('api/v2/assets/:uid')
export class SubmissionController {
  constructor(private readonly submissions: SubmissionService) {}

  @Get('data')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'The submissions, oldest first unless sorted otherwise' })
  @ApiBadRequestResponse({ description: 'A parameter does not hold, or the asset was never deployed.' })
  async list(
    access: AssetAccess<'view_submissions'>,
    @PageOf(SubmissionDto, DataPagePipe) asked: AskedPage<DataPage>,
    @AnswerLinks() links: Links,
    @Abandoned() abandoned: AbortSignal,
  ) {
    const page = await this.submissions.page(access, asked.window, abandoned);
    return presentSubmissionPage(links.origin, asked, page);
  }

  @Get('data/:id')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'One submission, by its number or its root uuid' })
  @ApiOkResponse({ type: SubmissionDto })
  async show(
    access: AssetAccess<'view_submissions'>,
    @Param('id', SubmissionNamePipe) id: string,
    @Query() query: SubmissionQueryDto,
    @AnswerLinks() links: Links,
  ) {
    return presentSubmission(links.origin, await this.submissions.show(access, id, query.toInput()));
  }

  @Get('counts')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'Total and daily counts of submissions' })
  @ApiQuery({ name: 'days', type: Number, required: false, example: 30 })
  @ApiOkResponse({ type: CountsDto })
  @ApiBadRequestResponse({ description: '`days` is no whole number.' })
  async counts(access: AssetAccess<'view_submissions'>, @Query('days') days: unknown) {
    return presentCounts(await this.submissions.counts(access, days));
  }
}
