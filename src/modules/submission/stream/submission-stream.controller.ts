import { Controller, Get, Query } from '@nestjs/common';
import { ApiGoneResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../authorization/policy';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { type Links, RequestUrl, ResponseLinks } from '../../../http/url/links';
import { ChangeListService } from './change-list.service';
import { ChangesDto, ChangesQueryDto, CsvStreamQueryDto, StreamQueryDto } from './dto/stream.dto';
import { presentNdjson, presentCsv, presentChanges } from './submission-stream.presenter';
import { SubmissionStreamService } from './submission-stream.service';
import { AbortOnDisconnect } from '../../../http/disconnect';

/** For data warehouses: a full export, then incremental changes. */
@ApiTags('Data')
@Controller('api/v2/assets/:uid')
export class SubmissionStreamController {
  constructor(
    private readonly streams: SubmissionStreamService,
    private readonly changeList: ChangeListService,
  ) {}

  @Get('data.ndjson')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'Download all submissions as NDJSON',
    description: 'One JSON object per line, ordered by `_id`.',
  })
  @ApiProduces('application/x-ndjson')
  @ApiOkResponse({ schema: { type: 'string' } })
  async streamSubmissions(
    access: AssetAccess<'view_submissions'>,
    @Query() query: StreamQueryDto,
    @ResponseLinks() links: Links,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return presentNdjson(links.origin, await this.streams.streamNdjson(access, query.toInput(), signal));
  }

  @Get('data.csv')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'Download all submissions as CSV',
    description: 'One column per question path with an answer, rows ordered by `_id`. Repeats are JSON.',
  })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async streamSubmissionsAsCsv(
    access: AssetAccess<'view_submissions'>,
    @Query() query: CsvStreamQueryDto,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return presentCsv(await this.streams.streamCsv(access, query.toCsvInput(), signal));
  }

  @Get('data/changes')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'List changes to submissions',
    description:
      'Each change is listed once, in order. Start without `since`, then send the `token` of the last response. `submission` is the current state, null if deleted. Follow `next` until it is null.',
  })
  @ApiOkResponse({ type: ChangesDto })
  @ApiGoneResponse({ description: 'The token belongs to another database. Read all changes again.' })
  async listSubmissionChanges(
    access: AssetAccess<'view_submissions'>,
    @Query() query: ChangesQueryDto,
    @ResponseLinks() links: Links,
    @RequestUrl() url: URL,
  ) {
    const { since, limit } = query.toInput();
    return presentChanges(links.origin, url, await this.changeList.listSince(access, since, limit));
  }
}
