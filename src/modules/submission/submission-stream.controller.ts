import { Controller, Get, Query } from '@nestjs/common';
import { ApiGoneResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Abandoned } from '../../http/abandoned';
import type { Links } from '../../http/url/links';
import { AnswerLinks, RequestUrl } from '../../http/url/request-links';
import { ChangeFeedService } from './change-feed.service';
import { presentFeed } from './change-feed.presenter';
import { ChangesDto, ChangesQueryDto, StreamQueryDto } from './dto/stream.dto';
import { presentLines, presentTable } from './submission-stream.presenter';
import { SubmissionStreamService } from './submission-stream.service';

/** What warehouses read: everything at once, and then what has changed. */
@ApiTags('Data')
@Controller('api/v2/assets/:uid')
export class SubmissionStreamController {
  constructor(
    private readonly streams: SubmissionStreamService,
    private readonly feed: ChangeFeedService,
  ) {}

  @Get('data.ndjson')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'All submissions, each a line of JSON, oldest first' })
  @ApiProduces('application/x-ndjson')
  @ApiOkResponse({ schema: { type: 'string' } })
  async lines(
    access: AssetAccess<'view_submissions'>,
    @Query() query: StreamQueryDto,
    @AnswerLinks() links: Links,
    @Abandoned() abandoned: AbortSignal,
  ) {
    return presentLines(links.origin, await this.streams.lines(access, query.toInput(), abandoned));
  }

  @Get('data.csv')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'All submissions as a table, oldest first',
    description: 'A column for each path that is answered anywhere; repeats are shown as JSON.',
  })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async table(
    access: AssetAccess<'view_submissions'>,
    @Query() query: StreamQueryDto,
    @Abandoned() abandoned: AbortSignal,
  ) {
    return presentTable(await this.streams.table(access, query.toInput(), abandoned));
  }

  @Get('data/changes')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'What happened to submissions, each change once and in order',
    description:
      'Begin without `since`; then send the `token` of the last answer. `submission` is what it is now; null: it is not there (any more). Follow `next` while there is one.',
  })
  @ApiOkResponse({ type: ChangesDto })
  @ApiGoneResponse({ description: 'The token is of another database; read everything anew.' })
  async changes(
    access: AssetAccess<'view_submissions'>,
    @Query() query: ChangesQueryDto,
    @AnswerLinks() links: Links,
    @RequestUrl() url: URL,
  ) {
    const { since, limit } = query.toInput();
    return presentFeed(links.origin, url, await this.feed.since(access, since, limit));
  }
}
