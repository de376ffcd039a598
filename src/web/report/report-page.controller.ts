import { Get, Query } from '@nestjs/common';
import { Requires, Priority } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { ReportQueryDto } from '../../modules/report/report.dto';
import { ReportService } from '../../modules/report/report.service';
import { PageController } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { presentUndeployed } from '../submission/data-table.page';
import { presentReportPage } from './report.page';
import { AbortOnDisconnect } from '../../http/disconnect';

/** Report page for browsers (decision 10). */
@PageController('projects/:uid/reports')
export class ReportPageController {
  constructor(
    private readonly reports: ReportService,
    private readonly projects: Projects,
  ) {}

  @Get()
  @Priority('limited')
  @Requires('view_submissions', { see: 'view_asset' })
  async show(
    access: AssetAccess<'view_submissions'>,
    @Query() query: ReportQueryDto,
    @CurrentVisitor() visitor: Visitor,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    const project = await this.projects.of(visitor.actor, access);
    if (project.deployment === 'draft') return presentUndeployed(visitor, project, 'reports');
    const report = await this.reports.buildWithCharts(access, query.toInput(), signal);
    return presentReportPage(visitor, project, report);
  }
}
