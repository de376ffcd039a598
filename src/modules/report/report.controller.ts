import { Controller, Get, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import { ServedFewAtATime } from '../../authorization/served';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Abandoned } from '../../http/abandoned';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { ReportDto, ReportQueryDto } from './dto/report.dto';
import { presentReport } from './report.presenter';
import { ReportService } from './report.service';

@ApiTags('Data')
@Controller('api/v2/assets/:uid/reports')
export class ReportController {
  constructor(private readonly reports: ReportService) {}

  @Get()
  @ServedFewAtATime()
  @Requires('view_submissions', { see: 'view_asset' })
  @ApiOperation({ summary: 'The answers to each question, counted' })
  @ApiOkResponse({ type: ReportDto })
  @ApiBadRequestResponse({ description: 'There is no such version, or the answers can not be parted so.' })
  @ApiForbiddenResponse({ description: 'The caller sees the asset, and no submissions of it.' })
  @ApiNotFoundResponse({ description: 'The asset is hidden from the caller, or was never deployed.' })
  async show(
    access: AssetAccess<'view_submissions'>,
    @Query() query: ReportQueryDto,
    @AnswerLinks() links: Links,
    @Abandoned() abandoned: AbortSignal,
  ) {
    return presentReport(links, access.assetUid, await this.reports.of(access, query.toInput(), abandoned));
  }
}
