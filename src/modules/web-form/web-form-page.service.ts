import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { mapTiles } from '../../config/map-tiles';
import { splitList } from '../../config/setting-rules';
import type { Actor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import {
  confirmationOf,
  isAllowedReturn,
  type UnavailableForm,
  type WebFormFile,
  type WebFormMode,
  type WebFormPage,
} from '../../domain/web-form/web-form-page';
import { AccountService } from '../account/account.service';
import { CollectorLinkService } from '../account/credential/collector-link.service';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { AssetFileService } from '../media/asset-file.service';
import { PermissionService } from '../permission/permission.service';
import { SnapshotService } from './snapshot/snapshot.service';
import { WebFormService } from './web-form.service';

export interface PageRequest {
  /** As sent by the visitor. */
  readonly returnUrl: string | undefined;
  readonly origin: string;
}

const CLOSED: UnavailableForm = { mode: 'unavailable', reason: 'closed' };

/** Describes the pages of forms: what they load and where they send submissions, by the policies of those routes. */
@Injectable()
export class WebFormPageService {
  constructor(
    private readonly environment: Environment,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
    private readonly permissions: PermissionService,
    private readonly links: CollectorLinkService,
    private readonly snapshots: SnapshotService,
    private readonly webForms: WebFormService,
    private readonly files: AssetFileService,
  ) {}

  /** Origins whose pages may show forms in frames. */
  get frameAncestors(): readonly string[] {
    return splitList(this.environment.FRAME_ANCESTORS);
  }

  async fill(
    actor: Actor,
    access: AssetAccess<'add_submissions'>,
    mode: WebFormMode,
    request: PageRequest,
  ): Promise<WebFormPage | UnavailableForm> {
    const { assetUid } = access;
    const form = await this.openForm(access);
    if (form.mode === 'unavailable') return form;
    const { confirmation } = form;
    const isUser = actor.kind === 'user';
    // Visitors without an account may submit below the name of the owner only.
    const base = isUser ? '' : `/${encodeURIComponent(await this.accounts.usernameOf(access.ownerId))}`;
    return {
      ...this.common(request),
      mode,
      formId: assetUid,
      ...formPaths(base, assetUid),
      ...(mode !== 'preview' && { submission: `${base}/submission` }),
      ...(confirmation && { confirmation }),
      ...(isUser && { username: actor.username }),
    };
  }

  async collect(
    actor: Actor,
    key: string,
    mode: 'many' | 'offline',
    request: PageRequest,
  ): Promise<WebFormPage | UnavailableForm> {
    const assetUid = await this.links.findAssetUid(key);
    if (assetUid === undefined) return CLOSED;
    const { from } = actor;
    const collector = { kind: 'anonymous', collectorAssetUid: assetUid, ...(from && { from }) } as const;
    const access = await this.permissions.authorize(collector, assetUid, 'add_submissions');
    if (access === undefined) return CLOSED;
    const form = await this.openForm(access);
    if (form.mode === 'unavailable') return form;
    const { confirmation } = form;
    const base = `/collector/${key}`;
    return {
      ...this.common(request),
      mode,
      formId: key,
      ...formPaths(base, assetUid),
      submission: `${base}/submission`,
      ...(confirmation && { confirmation }),
    };
  }

  /** @throws NotFoundError unless the caller may view the snapshot */
  async preview(actor: Actor, snapshot: string, request: PageRequest): Promise<WebFormPage> {
    const { assetUid } = await this.snapshots.show(actor, snapshot);
    return {
      ...this.common(request),
      mode: 'preview',
      formId: snapshot,
      ...snapshotPaths(snapshot),
      ...(assetUid !== null && { back: `/projects/${assetUid}/form/` }),
      media: assetUid === null ? [] : await this.mediaOf(actor, assetUid),
    };
  }

  /** @throws NotFoundError for a hidden submission */
  async edit(
    actor: Actor,
    access: AssetAccess<'change_submissions'>,
    submissionId: string,
    request: PageRequest,
  ): Promise<WebFormPage | UnavailableForm> {
    const opened = await this.open(actor, access, submissionId, request);
    if (opened.mode !== undefined) return opened;
    const { snapshot, ...page } = opened;
    return { ...page, mode: 'edit', submission: `/api/v2/asset_snapshots/${snapshot}/submission` };
  }

  /** @throws NotFoundError for a hidden submission */
  async view(
    actor: Actor,
    access: AssetAccess<'view_submissions'>,
    submissionId: string,
    request: PageRequest,
  ): Promise<WebFormPage | UnavailableForm> {
    const opened = await this.open(actor, access, submissionId, request);
    if (opened.mode !== undefined) return opened;
    const { snapshot: _, ...page } = opened;
    return { ...page, mode: 'view' };
  }

  private async open(
    actor: Actor,
    access: AssetAccess<'change_submissions' | 'view_submissions'>,
    submissionId: string,
    request: PageRequest,
  ) {
    const { snapshot, id, files, isEncrypted } = await this.webForms.prepare(actor, access, submissionId);
    if (isEncrypted) return { mode: 'unavailable', reason: 'encrypted-submission' } as const;
    const data = `/api/v2/assets/${access.assetUid}/data/${id}`;
    return {
      ...this.common(request),
      snapshot,
      formId: access.assetUid,
      ...snapshotPaths(snapshot),
      media: await this.mediaOf(actor, access.assetUid),
      instance: {
        xml: `${data}.xml`,
        files: files.map(({ name, uid }) => ({ name, path: `${data}/attachments/${uid}/` })),
      },
      ...(actor.kind === 'user' && { username: actor.username }),
    };
  }

  /** Media files of the form by the route for those who may view it. */
  private async mediaOf(actor: Actor, assetUid: string): Promise<readonly WebFormFile[]> {
    const access = await this.permissions.authorize(actor, assetUid, 'view_asset');
    if (access === undefined) return [];
    const files = (await this.files.allOf(access)).filter(({ fileType }) => fileType === 'form_media');
    const path = `/api/v2/assets/${assetUid}/files`;
    return files.map(({ name, uid }) => ({ name, path: `${path}/${uid}/content/?redirect=false` }));
  }

  private common({ returnUrl, origin }: PageRequest) {
    const { WEB_FORM_RETURN_ORIGINS: origins, MAX_UPLOAD_BYTES: maxFileBytes } = this.environment;
    const tiles = mapTiles(this.environment);
    return {
      maxFileBytes,
      ...(isAllowedReturn(returnUrl, [origin, ...splitList(origins)]) && { returnUrl }),
      ...(tiles !== undefined && { tiles }),
    };
  }

  /** @returns the text of the form after a submission */
  private async openForm(
    access: AssetAccess<'add_submissions'>,
  ): Promise<UnavailableForm | { mode: 'open'; confirmation: WebFormPage['confirmation'] }> {
    const form = await this.forms.findByAsset(access);
    if (form === undefined || !form.active) return CLOSED;
    if (form.encrypted) return { mode: 'unavailable', reason: 'encrypted-form' };
    const { versions } = await this.forms.history(access, form.versionUids.slice(0, 1));
    return { mode: 'open', confirmation: confirmationOf(versions[0]?.content.settings ?? {}) };
  }
}

function formPaths(base: string, assetUid: string) {
  return { form: `${base}/forms/${assetUid}/form.xml`, manifest: `${base}/xformsManifest/${assetUid}` };
}

function snapshotPaths(snapshot: string) {
  const path = `/api/v2/asset_snapshots/${snapshot}`;
  return { form: `${path}.xml`, manifest: `${path}/manifest` };
}
