import { Injectable } from '@nestjs/common';
import type { Actor, AnonymousActor } from '../domain/account/actor';
import { orNotFound, UnauthenticatedError } from '../domain/errors';
import type { AssetAccess } from '../domain/permission/asset-access';
import type { RevalidatedRead } from '../domain/revalidated-read';
import { CollectorLinkService } from '../modules/account/credential/collector-link.service';
import { DeployedFormService, type ListedForm, NO_FORMS } from '../modules/deployment/deployed-form.service';
import { FormerFormIdService } from '../modules/deployment/moved-deployment.service';
import { PermissionService } from '../modules/permission/permission.service';
import type { IntakeReceipt } from '../modules/submission/intake/intake.service';
import { type FileRequest, FormFiles } from './form-files';
import type { FormFile, FormMedia } from './openrosa.presenter';
import { SubmissionUpload } from './submission-upload';
import type { IncomingForm } from '../http/body/read-multipart-form';

/**
 * Serves collectors that use a link. A link grants submitting to its form and nothing else; the caller is anonymous,
 * credentials are ignored (decision 89).
 */
@Injectable()
export class CollectorService {
  constructor(
    private readonly links: CollectorLinkService,
    private readonly permissions: PermissionService,
    private readonly forms: DeployedFormService,
    private readonly formerIds: FormerFormIdService,
    private readonly files: FormFiles,
    private readonly upload: SubmissionUpload,
  ) {}

  /** Lists the form of the link. Unknown links give an empty list, as collectors expect. */
  async list(
    actor: Actor,
    key: string,
    formId: string | undefined,
  ): Promise<RevalidatedRead<readonly ListedForm[]>> {
    const collectorAssetUid = await this.links.findAssetUid(key);
    if (collectorAssetUid === undefined) return NO_FORMS;
    return this.forms.list({ ...anonymous(actor), collectorAssetUid }, { username: undefined, formId });
  }

  /** @throws UnauthenticatedError for an unknown key, NotFoundError for another form */
  async form(actor: Actor, key: string, uid: string): Promise<Uint8Array> {
    return this.forms.xml(await this.access(actor, key, uid));
  }

  /** @throws as `form` does */
  async media(actor: Actor, key: string, uid: string): Promise<readonly FormMedia[]> {
    return this.files.manifestOf(await this.access(actor, key, uid));
  }

  /** @throws as `form` does */
  async file(
    actor: Actor,
    key: string,
    { uid, file, ...request }: FileRequest & { readonly uid: string; readonly file: string },
  ): Promise<FormFile> {
    return this.files.content(await this.access(actor, key, uid), file, request);
  }

  /** @throws UnauthenticatedError for an unknown key, and as `SubmissionUpload.accept` does */
  async submit(actor: Actor, key: string, form: IncomingForm): Promise<IntakeReceipt> {
    return this.upload.accept(await this.actorOf(actor, key), form);
  }

  private async access(actor: Actor, key: string, uid: string): Promise<AssetAccess<'add_submissions'>> {
    const collector = await this.actorOf(actor, key);
    const access = await this.permissions.authorize(collector, uid, 'add_submissions');
    if (access !== undefined) return access;
    const found = orNotFound(await this.formerIds.find(collector, uid));
    return orNotFound(await this.permissions.authorize(collector, found, 'add_submissions'));
  }

  private async actorOf(actor: Actor, key: string): Promise<AnonymousActor> {
    const collectorAssetUid = await this.links.findAssetUid(key);
    if (collectorAssetUid === undefined) throw new UnauthenticatedError('Invalid token.');
    return { ...anonymous(actor), collectorAssetUid };
  }
}

function anonymous({ from }: Actor): AnonymousActor {
  return { kind: 'anonymous', ...(from && { from }) };
}
