import { Injectable } from '@nestjs/common';
import type { Actor } from '../../domain/account/actor';
import { NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { rootNameOf } from '../../domain/submission/root-name';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { PermissionService } from '../permission/permission.service';
import { SnapshotService } from '../snapshot/snapshot.service';
import { SubmissionInstanceService } from '../submission/read/submission-instance.service';
import { EnketoService, type WebFormMode } from './enketo.service';

export interface WebForm {
  readonly url: string;
  readonly versionUid: string;
}

export interface WebFormRequest {
  readonly submissionId: string;
  readonly origin: string;
}

/** Creates URLs of web forms that view or edit submissions, or preview forms (contract-data 3.7). */
@Injectable()
export class WebFormService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly instances: SubmissionInstanceService,
    private readonly permissions: PermissionService,
    private readonly snapshots: SnapshotService,
    private readonly enketo: EnketoService,
  ) {}

  /** @throws NotFoundError for a hidden submission, ConflictError without Enketo, UnavailableError if Enketo fails */
  edit(actor: Actor, access: AssetAccess<'change_submissions'>, request: WebFormRequest): Promise<WebForm> {
    return this.open('edit', actor, access, request);
  }

  /** Throws like `edit`. */
  view(actor: Actor, access: AssetAccess<'view_submissions'>, request: WebFormRequest): Promise<WebForm> {
    return this.open('view', actor, access, request);
  }

  /** @throws NotFoundError if the caller may not view the snapshot */
  async preview(actor: Actor, uid: string, formUrl: string): Promise<string> {
    await this.snapshots.show(actor, uid);
    return this.enketo.previewUrl(formUrl);
  }

  private async open(
    mode: WebFormMode,
    actor: Actor,
    access: AssetAccess<'change_submissions' | 'view_submissions'>,
    { submissionId, origin }: WebFormRequest,
  ): Promise<WebForm> {
    const { assetUid } = access;
    const form = await this.forms.getDeployed(access);
    const { id, uuid, xml, files } = await this.instances.open(access, submissionId);
    // Fails before a snapshot is created in vain.
    this.enketo.requireSettings();
    const viewAccess = await this.permissions.authorize(actor, assetUid, 'view_asset');
    if (viewAccess === undefined) throw new NotFoundError();
    const versionUid = form.versionUids[0]!;
    const snapshot = await this.snapshots.ensureForVersion(viewAccess, versionUid, rootNameOf(xml));
    const url = await this.enketo.createUrl(mode, {
      serverUrl: `${origin}/api/v2/asset_snapshots/${snapshot}`,
      formId: assetUid,
      xml,
      uuid,
      files: files.map((file) => ({
        name: file.name,
        url: `${origin}/api/v2/assets/${assetUid}/data/${id}/attachments/${file.uid}/`,
      })),
    });
    return { url, versionUid };
  }
}
