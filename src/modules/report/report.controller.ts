import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Requires, Priority } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Endpoint } from '../../http/endpoint';
import { type Links, ResponseLinks } from '../../http/url/links';
import { ReportDto, ReportQueryDto } from './report.dto';
import { ReportService, type Report } from './report.service';
import { AbortOnDisconnect } from '../../http/reply';
import { summarise } from '../../domain/report/question-summary';

@ApiTags('Data')
@Controller('api/v2/assets/:uid/reports')
export class ReportController {
  constructor(private readonly reports: ReportService) {}

  @Endpoint('GET', {
    summary: 'Get a report',
    description:
      'Aggregates the answers per question over the submissions that the caller may view: frequencies of choices and ' +
      'texts (at most 100 values), statistics of numbers. Few reports run at a time; the others wait in a queue, or get 503. The first report of a very large project may get 503 too: the next request continues where it ended.',
    returns: ReportDto,
    fails: {
      400: 'Unknown version, or a question that the report can not be grouped by.',
      403: 'The caller may view the asset, but no submissions of it.',
      404: 'The asset does not exist, is not visible to the caller, or was never deployed.',
    },
  })
  @Priority('limited')
  @Requires('view_submissions', { see: 'view_asset' })
  async getReport(
    access: AssetAccess<'view_submissions'>,
    @Query() query: ReportQueryDto,
    @ResponseLinks() links: Links,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return presentReport(links, access.assetUid, await this.reports.build(access, query.toInput(), signal));
  }
}

/** JSON of a report (contract-data 5). */
export function presentReport(links: Links, assetUid: string, { total, split, questions }: Report) {
  return {
    url: links.assetResource(assetUid, 'reports'),
    count: questions.length,
    list: questions.map(({ question, counts }) => ({
      name: question.name,
      row: { type: question.type },
      data: summarise(question, counts, total, split),
      kuid: question.kuid,
      style: {},
    })),
  };
}
