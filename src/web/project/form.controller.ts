import { Body, Get, Query } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { UploadedFile } from '../../domain/file/staged-file';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AcceptsFile } from '../../http/body/body-declaration';
import { SentFile } from '../../http/body/uploaded-file';
import { AssetFormService } from '../../modules/asset/asset-form.service';
import { VersionService } from '../../modules/asset/version.service';
import { DeploymentService } from '../../modules/deployment/deployment.service';
import { ImportService } from '../../modules/import/import.service';
import { SnapshotService } from '../../modules/web-form/snapshot/snapshot.service';
import { BrowserFiles } from '../page/browser-files';
import {
  handleForm,
  type FormOutcome,
  textOf,
  type Sent,
  PageController,
  PostForm,
} from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentForm } from './form.page';
import { readWorkbookForm, WORKBOOK_LIMITS } from './workbook-form';
import { type Project, Projects, projectPath } from './project-head';

const VERSIONS_SHOWN = { limit: 10, start: 0 };

/** The form of a project: questions, versions, deployment and replacement. */
@PageController('projects/:uid')
export class FormController {
  constructor(
    private readonly projects: Projects,
    private readonly forms: AssetFormService,
    private readonly versions: VersionService,
    private readonly deployments: DeploymentService,
    private readonly snapshots: SnapshotService,
    private readonly imports: ImportService,
    private readonly files: BrowserFiles,
  ) {}

  @Get('form')
  @Requires('view_asset', { family: 'asset-detail' })
  async show(access: AssetAccess<'view_asset'>, @CurrentVisitor() visitor: Visitor, @Query() query: Sent) {
    return this.present(visitor, access, { query });
  }

  /** Compiles the form for a preview, unless that was done for this version. */
  @Get('form/preview')
  @Requires('view_asset', { family: 'asset-detail' })
  async preview(access: AssetAccess<'view_asset'>, @CurrentVisitor() visitor: Visitor) {
    return handleForm(() => this.snapshots.create(visitor.actor, { assetUid: access.assetUid }), {
      done: ({ uid }) => presentRedirect(`/api/v2/asset_snapshots/${uid}/preview/`, [], 302),
      invalid: (errors) => this.present(visitor, access, { errors }),
    });
  }

  @PostForm('deploy')
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async deploy(
    access: AssetAccess<'change_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
  ) {
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(() => this.deployVersion(visitor.actor, access, project, textOf(body['version'])), {
      done: () => presentRedirect(projectPath(access.assetUid, 'form/?done=deployed')),
      invalid: (errors) => this.present(visitor, access, { errors }),
    });
  }

  @PostForm('form/replace')
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  @AcceptsFile('file', WORKBOOK_LIMITS)
  async replace(
    access: AssetAccess<'change_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
    @SentFile() file: UploadedFile | undefined,
  ) {
    return handleForm(
      async () => this.imports.start(visitor.actor, readWorkbookForm(body, file, access.assetUid)),
      {
        done: (uid) => presentRedirect(`/projects/imports/${uid}/`),
        invalid: (errors) => this.present(visitor, access, { errors, sent: body }),
      },
    );
  }

  /** Deploys the version that the visitor saw, or fails if another one was saved since. */
  private deployVersion(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    { active }: Project,
    versionUid: string,
  ): Promise<unknown> {
    const input = versionUid === '' ? {} : { versionUid };
    return active === null
      ? this.deployments.deploy(actor, access, input)
      : this.deployments.redeploy(actor, access, input);
  }

  private async present(
    visitor: Visitor,
    access: AssetAccess<'view_asset' | 'change_asset'>,
    outcome: FormOutcome & { readonly sent?: Sent },
  ) {
    const [project, rows, versions] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.forms.outline(access),
      this.versions.list(access, {}, VERSIONS_SHOWN),
    ]);
    // They cost a compilation, and are for those who can mend the form.
    const warnings = project.held.has('change_asset') ? await this.forms.listWarnings(access) : [];
    const { deployedVersionUid, versionUid } = project;
    const hasChanges = deployedVersionUid !== null && deployedVersionUid !== versionUid;
    const changes = hasChanges ? await this.forms.compareWith(access, deployedVersionUid) : undefined;
    const view = {
      project,
      rows,
      warnings,
      versions: versions.items,
      versionCount: versions.count,
      changes,
      scripts: this.files.tags('project'),
    };
    return presentForm(visitor, view, outcome);
  }
}
