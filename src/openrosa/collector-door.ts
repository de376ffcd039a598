import { Injectable } from '@nestjs/common';
import type { Actor, AnonymousActor } from '../domain/account/actor';
import { NotFoundError, UnauthenticatedError } from '../domain/errors';
import type { AskedPart } from '../domain/file/file-part';
import type { AssetAccess } from '../domain/permission/asset-access';
import type { Rendering, Weighed } from '../domain/text/rendering';
import type { IncomingForm } from '../http/body/incoming-form';
import { CollectorLinkService } from '../modules/credential/collector-link.service';
import { DeployedFormService, type ListedForm } from '../modules/deployment/deployed-form.service';
import type { FormMedia } from '../modules/media/asset-file.service';
import { PermissionService } from '../modules/permission/permission.service';
import type { IntakeReceipt } from '../modules/submission/intake.service';
import { FormFiles } from './form-files';
import type { FormFile } from './openrosa.presenter';
import { SubmissionUpload } from './submission-upload';

/**
 * The way in by a link, which stands for the right to submit to its form and for nothing else: whoever comes by it is
 * nobody in particular, whatever credentials they send besides (decision 89).
 */
@Injectable()
export class CollectorDoor {
  constructor(
    private readonly links: CollectorLinkService,
    private readonly permissions: PermissionService,
    private readonly forms: DeployedFormService,
    private readonly files: FormFiles,
    private readonly upload: SubmissionUpload,
  ) {}

  /** The form that the key leads to; nothing where it leads nowhere, which is how collectors know it. */
  async list<Text extends Weighed>(
    actor: Actor,
    key: string,
    formId: string | undefined,
    shown: Rendering<readonly ListedForm[], Text>,
  ): Promise<Text> {
    const collectsFor = await this.links.assetOf(key);
    if (collectsFor === undefined) return shown.of([]);
    return this.forms.list({ ...nobody(actor), collectsFor }, { username: undefined, formId }, shown);
  }

  /** @throws UnauthenticatedError for a key that leads nowhere, NotFoundError for another form */
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
    { uid, file }: { uid: string; file: string },
    asked: AskedPart,
  ): Promise<FormFile> {
    return this.files.content(await this.access(actor, key, uid), file, asked);
  }

  /** @throws UnauthenticatedError for a key that leads nowhere, and as `SubmissionUpload.takeIn` does */
  async takeIn(actor: Actor, key: string, form: IncomingForm): Promise<IntakeReceipt> {
    return this.upload.takeIn(await this.actorOf(actor, key), form);
  }

  private async access(actor: Actor, key: string, uid: string): Promise<AssetAccess<'add_submissions'>> {
    const access = await this.permissions.prove(await this.actorOf(actor, key), uid, 'add_submissions');
    if (access === undefined) throw new NotFoundError();
    return access;
  }

  private async actorOf(actor: Actor, key: string): Promise<AnonymousActor> {
    const collectsFor = await this.links.assetOf(key);
    if (collectsFor === undefined) throw new UnauthenticatedError('Invalid token.');
    return { ...nobody(actor), collectsFor };
  }
}

function nobody({ from }: Actor): AnonymousActor {
  return { kind: 'anonymous', ...(from && { from }) };
}
