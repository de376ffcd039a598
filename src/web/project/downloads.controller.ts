import { Body, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { ExportRequest } from '../../domain/export/export-request';
import { auditPaths } from '../../domain/submission/audit-table';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { DeployedFormService } from '../../modules/deployment/deployed-form.service';
import { ExportSettingService } from '../../modules/export/export-setting.service';
import { ExportService } from '../../modules/export/export.service';
import { PermissionService } from '../../modules/permission/permission.service';
import { BrowserFiles } from '../page/browser-files';
import { handleForm, type FormOutcome, type Sent, PageController, PostForm } from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentDownloads } from './downloads.page';
import { type ExportForm, exportRequestOf, newExportForm, readExportForm } from './export-form';
import { Projects, projectPath } from './project-head';

type Access = AssetAccess<'view_submissions'>;

/** Exports of submissions: made, watched, repeated, with saved settings. */
@PageController('projects/:uid/downloads')
export class DownloadsController {
  constructor(
    private readonly projects: Projects,
    private readonly exports: ExportService,
    private readonly settings: ExportSettingService,
    private readonly forms: DeployedFormService,
    private readonly permissions: PermissionService,
    private readonly files: BrowserFiles,
  ) {}

  @Get()
  @Requires('view_submissions', { see: 'view_asset' })
  async show(access: Access, @CurrentVisitor() visitor: Visitor, @Query() query: Sent) {
    return this.present(visitor, access, { query });
  }

  @PostForm()
  @Requires('view_submissions', { see: 'view_asset' })
  make(access: Access, @CurrentVisitor() visitor: Visitor, @Body() body: Sent) {
    const form = readExportForm(body);
    return this.start(visitor, access, exportRequestOf(form), form);
  }

  @PostForm(':export/repeat')
  @Requires('view_submissions', { see: 'view_asset' })
  async repeat(access: Access, @CurrentVisitor() visitor: Visitor, @Param('export') uid: string) {
    const { request } = await this.exports.show(visitor.actor, access, uid);
    return this.start(visitor, access, request);
  }

  @PostForm(':export/delete')
  @Requires('view_submissions', { see: 'view_asset' })
  async remove(access: Access, @CurrentActor() actor: Actor, @Param('export') uid: string) {
    await this.exports.remove(actor, access, uid);
    return redirect(access, 'deleted');
  }

  @PostForm('settings')
  @Requires('manage_asset', { see: 'view_asset' })
  async save(access: AssetAccess<'manage_asset'>, @CurrentVisitor() visitor: Visitor, @Body() body: Sent) {
    const form = readExportForm(body);
    const request = exportRequestOf(form);
    return handleForm(() => this.settings.create(access, { name: form.name, request }), {
      done: () => redirect(access, 'saved'),
      invalid: async (errors) => {
        const viewing = await this.permissions.authorize(visitor.actor, access.assetUid, 'view_submissions');
        return this.present(visitor, viewing!, { errors }, form);
      },
    });
  }

  @PostForm('settings/:setting/make')
  @Requires('view_submissions', { see: 'view_asset' })
  async makeSaved(access: Access, @CurrentVisitor() visitor: Visitor, @Param('setting') uid: string) {
    const { request } = await this.settings.show(access, uid);
    return this.start(visitor, access, request);
  }

  @PostForm('settings/:setting/delete')
  @Requires('manage_asset', { see: 'view_asset' })
  async removeSaved(access: AssetAccess<'manage_asset'>, @Param('setting') uid: string) {
    await this.settings.remove(access, uid);
    return redirect(access, 'settings-deleted');
  }

  private start(visitor: Visitor, access: Access, request: ExportRequest, form?: ExportForm) {
    return handleForm(() => this.exports.start(visitor.actor, access, request, visitor.origin), {
      done: () => redirect(access),
      invalid: (errors) => this.present(visitor, access, { errors }, form),
    });
  }

  private async present(visitor: Visitor, access: Access, outcome: FormOutcome, form?: ExportForm) {
    const [project, deployed, languages, exports, settings] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.forms.findByAsset(access),
      this.forms.languages(access),
      this.exports.list(visitor.actor, access, { search: undefined, oldestFirst: false }, SINGLE_PAGE),
      this.settings.list(access, SINGLE_PAGE),
    ]);
    const view = {
      project,
      form: form ?? newExportForm(languages),
      languages,
      exports: exports.items,
      settings: settings.items,
      hasFiles: deployed !== undefined && deployed.reading.newest.filePaths.size > 0,
      hasAudit: deployed !== undefined && auditPaths(deployed.reading.newest).length > 0,
      scripts: this.files.tags('project'),
    };
    return presentDownloads(visitor, view, outcome);
  }
}

function redirect({ assetUid }: { readonly assetUid: string }, done?: string) {
  return presentRedirect(projectPath(assetUid, `downloads/${done === undefined ? '' : `?done=${done}`}`));
}
