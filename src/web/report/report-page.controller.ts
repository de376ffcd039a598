import { Body, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, Priority, Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { UnfinishedError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AbortOnDisconnect } from '../../http/reply';
import { SavedReportService } from '../../modules/asset/saved-report.service';
import { ReportQueryDto } from '../../modules/report/report.dto';
import { ReportService } from '../../modules/report/report.service';
import { handleForm, PageController, PostForm, type Sent, textOf } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects, projectPath } from '../project/project-head';
import { presentUndeployed } from '../submission/data-table.page';
import { BrowserFiles } from '../page/browser-files';
import { crossInput, readReportView, reportQuery, sentOf } from './report-address';
import { presentReportPage, presentReportProgress } from './report.page';
import { presentInvalidReport, presentUnsaved } from './saved-report.page';

/** Report page for browsers (decision 10). */
@PageController('projects/:uid/reports')
export class ReportPageController {
  constructor(
    private readonly reports: ReportService,
    private readonly projects: Projects,
    private readonly saved: SavedReportService,
    private readonly files: BrowserFiles,
  ) {}

  @Get()
  @Priority('limited')
  @Requires('view_submissions', { see: 'view_asset' })
  async show(
    access: AssetAccess<'view_submissions'>,
    @Query() query: ReportQueryDto,
    @Query() sent: Sent,
    @CurrentVisitor() visitor: Visitor,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    const project = await this.projects.of(visitor.actor, access);
    if (project.deployment === 'draft') return presentUndeployed(visitor, project, 'reports');
    const view = readReportView(sent);
    const input = crossInput(query.toInput(), view);
    return handleForm(() => this.build(access, input, { zone: visitor.zone, signal }), {
      done: async (report) => {
        if (report instanceof UnfinishedError) {
          return presentReportProgress(visitor, project, report.share, this.files.tags('project'));
        }
        const saved = await this.saved.list(access);
        const scripts = this.files.tags('report');
        return presentReportPage(visitor, project, { report, view, saved, sent, scripts });
      },
      invalid: (errors) => presentInvalidReport(visitor, project, errors),
    });
  }

  private async build(...request: Parameters<ReportService['buildWithCharts']>) {
    try {
      return await this.reports.buildWithCharts(...request);
    } catch (error) {
      if (error instanceof UnfinishedError) return error;
      throw error;
    }
  }

  @PostForm('save')
  @Requires('change_asset', { see: 'view_asset' })
  save(
    access: AssetAccess<'change_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
  ) {
    const query = cleanQuery(textOf(body['query']));
    const name = textOf(body['name']);
    return handleForm(() => this.saved.save(visitor.actor, access, { name, query }), {
      done: () => presentRedirect(projectPath(access.assetUid, `reports/?${query}&done=saved`)),
      invalid: async (errors) =>
        presentUnsaved(visitor, await this.projects.of(visitor.actor, access), { name, query }, errors),
    });
  }

  @PostForm('saved/:report/delete')
  @Requires('change_asset', { see: 'view_asset' })
  async delete(
    access: AssetAccess<'change_asset'>,
    @Param('report') report: string,
    @CurrentActor() actor: UserActor,
  ) {
    await this.saved.remove(actor, access, report);
    return presentRedirect(projectPath(access.assetUid, 'reports/?done=deleted'));
  }
}

/** The parameters that a report has; others are left out. */
function cleanQuery(query: string): string {
  const sent = sentOf(query);
  return reportQuery(Object.assign(new ReportQueryDto(), sent).toInput(), readReportView(sent));
}
