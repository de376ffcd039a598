import { Body, Get, Param, Query } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import { InvalidError } from '../../domain/errors';
import type { UploadedFile } from '../../domain/file/staged-file';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AcceptsFile } from '../../http/body/body-reader';
import { SentFile } from '../../http/body/uploaded-file';
import { DataSharingService } from '../../modules/asset/data-sharing.service';
import { AssetService } from '../../modules/asset/asset.service';
import { AssetFormService } from '../../modules/asset/asset-form.service';
import { VersionService } from '../../modules/asset/version.service';
import { DeploymentService } from '../../modules/deployment/deployment.service';
import { EntityListService } from '../../modules/entity/entity-list.service';
import { ImportService } from '../../modules/import/import.service';
import { SnapshotService } from '../../modules/web-form/snapshot/snapshot.service';
import { BrowserFiles } from '../page/browser-files';
import {
  handleForm,
  type FormOutcome,
  readStart,
  textOf,
  type Sent,
  PageController,
  PostForm,
} from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentForm } from './form.page';
import { presentVersion, presentVersions } from './form-version.page';
import { formOf, readWorkbookForm, WORKBOOK_LIMITS } from './workbook-form';
import { type Project, Projects, projectPath } from './project-head';

const VERSIONS_SHOWN = { limit: 10, start: 0 };
const VERSIONS_LISTED = 50;

/** The form of a project: questions, versions, deployment and replacement. */
@PageController('projects/:uid')
export class FormController {
  constructor(
    private readonly projects: Projects,
    private readonly assets: AssetService,
    private readonly forms: AssetFormService,
    private readonly versions: VersionService,
    private readonly deployments: DeploymentService,
    private readonly lists: EntityListService,
    private readonly sharing: DataSharingService,
    private readonly snapshots: SnapshotService,
    private readonly imports: ImportService,
    private readonly files: BrowserFiles,
  ) {}

  @Get('form')
  @Requires('view_asset', { family: 'asset-detail' })
  async show(access: AssetAccess<'view_asset'>, @CurrentVisitor() visitor: Visitor, @Query() query: Sent) {
    return this.present(visitor, access, { query, language: languageIn(query) });
  }

  @Get('form/versions')
  @Requires('view_asset', { family: 'asset-detail' })
  async listVersions(
    access: AssetAccess<'view_asset'>,
    @CurrentVisitor() visitor: Visitor,
    @Query() query: Sent,
  ) {
    const window = { limit: VERSIONS_LISTED, start: readStart(query) };
    const page = await this.versions.list(access, {}, window);
    return presentVersions(visitor, await this.projects.of(visitor.actor, access), { ...page, ...window });
  }

  @Get('form/versions/:version')
  @Requires('view_asset', { family: 'asset-detail' })
  async showVersion(
    access: AssetAccess<'view_asset'>,
    @CurrentVisitor() visitor: Visitor,
    @Param('version') uid: string,
    @Query() query: Sent,
  ) {
    const language = languageIn(query);
    const other = textOf(query['with']) === '' ? undefined : textOf(query['with']);
    const [project, version, versions, outline, comparison] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.versions.show(access, uid),
      this.versions.list(access, {}, { limit: VERSIONS_LISTED, start: 0 }),
      this.forms.outline(access, { language, versionUid: uid }),
      this.forms.compare(access, uid, other),
    ]);
    const view = { project, version, versions: versions.items, outline, comparison, language, other };
    return presentVersion(visitor, view);
  }

  /** Makes a version the current form again; the project keeps its name. */
  @PostForm('form/versions/:version/restore')
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async restoreVersion(
    access: AssetAccess<'change_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('version') versionUid: string,
  ) {
    const cloneOf = { assetUid: access.assetUid, versionUid };
    const { name } = await this.projects.of(visitor.actor, access);
    return handleForm(() => this.assets.update(visitor.actor, access, { cloneOf, name }), {
      done: () => presentRedirect(projectPath(access.assetUid, 'form/?done=restored')),
      invalid: (errors) => this.present(visitor, access, { errors }),
    });
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
      async () => this.imports.start(visitor.actor, readWorkbookForm(body, file, formOf(access.assetUid))),
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

  /** None for a form that can not be deployed: its problems are shown elsewhere. */
  private async forecast(actor: Actor, access: AssetAccess<'view_asset' | 'change_asset'>) {
    if (actor.kind === 'anonymous') return [];
    try {
      return (await this.deployments.forecastLists(actor, access)).lists;
    } catch (error) {
      if (error instanceof InvalidError) return [];
      throw error;
    }
  }

  private async warnings(access: AssetAccess<'view_asset' | 'change_asset'>): Promise<string[]> {
    const { warnings, mediaNames } = await this.forms.inspect(access);
    const missing = await this.deployments.missingMedia(access, mediaNames);
    return [...warnings, ...(await this.sharing.warnings(access)), ...missing];
  }

  private async present(
    visitor: Visitor,
    access: AssetAccess<'view_asset' | 'change_asset'>,
    { language, ...outcome }: FormOutcome & { readonly sent?: Sent; readonly language?: string | undefined },
  ) {
    const [project, outline, versions] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.forms.outline(access, { language }),
      this.versions.list(access, {}, VERSIONS_SHOWN),
    ]);
    // They cost a compilation, and are for those who can mend the form.
    const mayDeploy = project.held.has('change_asset');
    const warnings = mayDeploy ? await this.warnings(access) : [];
    const { deployedVersionUid, versionUid } = project;
    const hasChanges = deployedVersionUid !== null && deployedVersionUid !== versionUid;
    const changes = hasChanges ? await this.forms.compare(access, deployedVersionUid) : undefined;
    const view = {
      project,
      outline,
      language,
      warnings,
      versions: versions.items,
      versionCount: versions.count,
      changes,
      lists: mayDeploy ? await this.lists.usedBy(access) : [],
      forecast:
        mayDeploy && deployedVersionUid !== versionUid ? await this.forecast(visitor.actor, access) : [],
      scripts: this.files.tags('project'),
    };
    return presentForm(visitor, view, outcome);
  }
}

function languageIn(query: Sent): string | undefined {
  const language = textOf(query['language']);
  return language === '' ? undefined : language;
}
