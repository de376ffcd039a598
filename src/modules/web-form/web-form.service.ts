import { Injectable } from '@nestjs/common';
import type { Actor } from '../../domain/account/actor';
import { NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { rootNameOf } from '../../domain/submission/root-name';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { PermissionService } from '../permission/permission.service';
import { SnapshotService } from '../snapshot/snapshot.service';
import { SubmissionInstanceService } from '../submission/submission-instance.service';
import { EnketoService, type WebFormUse } from './enketo.service';

/** Where a browser finds a submission, in which version of its form. */
export interface WebForm {
  readonly url: string;
  readonly versionUid: string;
}

/** Which submission, and by what address the caller knows this service. */
export interface AskedWebForm {
  readonly name: string;
  readonly origin: string;
}

/** Leads to web forms that show and edit submissions, and that forms are tried in (contract-data 3.7). */
@Injectable()
export class WebFormService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly instances: SubmissionInstanceService,
    private readonly permissions: PermissionService,
    private readonly snapshots: SnapshotService,
    private readonly enketo: EnketoService,
  ) {}

  /** @throws NotFoundError for a submission out of reach; UnavailableError without an Enketo that answers */
  edit(actor: Actor, access: AssetAccess<'change_submissions'>, asked: AskedWebForm): Promise<WebForm> {
    return this.open('edit', actor, access, asked);
  }

  /** @throws what `edit` does */
  view(actor: Actor, access: AssetAccess<'view_submissions'>, asked: AskedWebForm): Promise<WebForm> {
    return this.open('view', actor, access, asked);
  }

  /** Where the form of a snapshot can be tried. @throws NotFoundError for whoever may not see it */
  async preview(actor: Actor, uid: string, formUrl: string): Promise<string> {
    await this.snapshots.show(actor, uid);
    return this.enketo.preview(formUrl);
  }

  private async open(
    use: WebFormUse,
    actor: Actor,
    access: AssetAccess<'change_submissions' | 'view_submissions'>,
    { name, origin }: AskedWebForm,
  ): Promise<WebForm> {
    const { assetUid } = access;
    const form = await this.forms.deployed(access);
    const { id, uuid, xml, files } = await this.instances.open(access, name);
    // Nothing is made for web forms that there are not.
    this.enketo.demandSetUp();
    const sight = await this.permissions.prove(actor, assetUid, 'view_asset');
    if (sight === undefined) throw new NotFoundError();
    // What is deployed has a version.
    const versionUid = form.versionUids[0]!;
    const snapshot = await this.snapshots.ofDeployed(sight, versionUid, rootNameOf(xml));
    const url = await this.enketo.show(use, {
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
