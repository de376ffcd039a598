import { Get, Query } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import { ServedFewAtATime } from '../../authorization/served';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Abandoned } from '../../http/abandoned';
import { ReportQueryDto } from '../../modules/report/dto/report.dto';
import { ReportService } from '../../modules/report/report.service';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentReportPage } from './report.page';

/** What a person gets who asks for a report (decision 98). */
@PageController('accounts/reports/:uid')
export class ReportPageController {
  constructor(private readonly reports: ReportService) {}

  @Get()
  @ServedFewAtATime()
  @Requires('view_submissions', { see: 'view_asset' })
  async show(
    access: AssetAccess<'view_submissions'>,
    @Query() query: ReportQueryDto,
    @CurrentVisitor() visitor: Visitor,
    @Abandoned() abandoned: AbortSignal,
  ) {
    return presentReportPage(visitor, await this.reports.drawn(access, query.toInput(), abandoned));
  }
}
