import { Injectable } from '@nestjs/common';
import type { Actor } from '../../domain/account/actor';
import { orNotFound } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { rootNameOf } from '../../domain/submission/instance-document';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { PermissionService } from '../permission/permission.service';
import { SnapshotService } from './snapshot/snapshot.service';
import { type OpenedInstance, SubmissionInstanceService } from '../submission/read/submission.service';
import { WEB_FORMS_PATH } from '../../domain/web-form/web-form-page';
import { EnketoService, type WebFormMode } from './enketo.service';

export interface WebForm {
  readonly url: string;
  readonly versionUid: string;
}

export interface WebFormRequest {
  readonly submissionId: string;
  readonly origin: string;
}

export interface PreviewRequest {
  /** Absolute URL of the form. */
  readonly formUrl: string;
  readonly origin: string;
}

/** A submission with the snapshot of the form that opens it. */
export interface PreparedInstance extends OpenedInstance {
  readonly versionUid: string;
  readonly snapshot: string;
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

  /** @throws NotFoundError for a hidden submission, UnavailableError if Enketo fails */
  edit(actor: Actor, access: AssetAccess<'change_submissions'>, request: WebFormRequest): Promise<WebForm> {
    return this.open('edit', actor, access, request);
  }

  /** Throws like `edit`. */
  view(actor: Actor, access: AssetAccess<'view_submissions'>, request: WebFormRequest): Promise<WebForm> {
    return this.open('view', actor, access, request);
  }

  /** @throws NotFoundError if the caller may not view the snapshot */
  async preview(actor: Actor, uid: string, { formUrl, origin }: PreviewRequest): Promise<string> {
    await this.snapshots.show(actor, uid);
    return this.enketo.isConfigured
      ? this.enketo.previewUrl(formUrl)
      : `${origin}${WEB_FORMS_PATH}/snapshots/${uid}/`;
  }

  /** Compiles the form of a submission, with its root element. @throws NotFoundError for a hidden submission */
  async prepare(
    actor: Actor,
    access: AssetAccess<'change_submissions' | 'view_submissions'>,
    submissionId: string,
  ): Promise<PreparedInstance> {
    const form = await this.forms.getDeployed(access);
    const instance = await this.instances.open(access, submissionId);
    const viewAccess = orNotFound(await this.permissions.authorize(actor, access.assetUid, 'view_asset'));
    const versionUid = form.versionUids[0]!;
    const rootName = rootNameOf(instance.xml);
    const snapshot = await this.snapshots.ensureForVersion(viewAccess, versionUid, rootName);
    return { ...instance, versionUid, snapshot };
  }

  private async open(
    mode: WebFormMode,
    actor: Actor,
    access: AssetAccess<'change_submissions' | 'view_submissions'>,
    { submissionId, origin }: WebFormRequest,
  ): Promise<WebForm> {
    const { assetUid } = access;
    if (!this.enketo.isConfigured) {
      const { versionUids } = await this.forms.getDeployed(access);
      const { id } = await this.instances.open(access, submissionId);
      return { url: `${origin}${WEB_FORMS_PATH}/${assetUid}/${mode}/${id}/`, versionUid: versionUids[0]! };
    }
    const { id, uuid, xml, files, versionUid, snapshot } = await this.prepare(actor, access, submissionId);
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
