import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/account/actor';
import { DeniedError, GoneError, InvalidError, NotFoundError, UnauthenticatedError } from '../domain/errors';
import type { IncomingForm } from '../http/body/incoming-form';
import type { FormMedia } from '../modules/media/asset-file.service';
import { PermissionService } from '../modules/permission/permission.service';
import { SnapshotService } from '../modules/snapshot/snapshot.service';
import { EnteredSubmissionService } from '../modules/submission/entered-submission.service';
import type { IntakeReceipt } from '../modules/submission/intake.service';
import { FormFiles } from './form-files';
import { SubmissionUpload } from './submission-upload';

/** A form as it was when somebody began to edit a submission with it. */
export interface SnapshotForm {
  readonly uid: string;
  readonly formId: string;
  readonly name: string;
  readonly xmlMd5: string;
}

/** What became of an edit, and the XML that is stored now. */
export interface SnapshotEdit {
  readonly receipt: IntakeReceipt;
  readonly xml: string;
}

const OUT_OF_REACH =
  'The submission you attempted to edit could not be found, or you do not have access to it.';

/** The way in for web forms that edit submissions with the snapshot of a form (contract-data 4.5). */
@Injectable()
export class SnapshotDoor {
  constructor(
    private readonly snapshots: SnapshotService,
    private readonly permissions: PermissionService,
    private readonly files: FormFiles,
    private readonly upload: SubmissionUpload,
    private readonly entered: EnteredSubmissionService,
  ) {}

  /** For whoever knows its uid, like its XML. @throws NotFoundError */
  async form(uid: string): Promise<SnapshotForm> {
    const { assetUid, name } = await this.snapshots.assetOf(uid);
    const xml = await this.snapshots.xml(uid);
    return { uid, formId: assetUid, name, xmlMd5: createHash('md5').update(xml).digest('hex') };
  }

  /** The files of the form. @throws NotFoundError for whoever may not submit to it */
  async media(actor: Actor, uid: string): Promise<{ assetUid: string; media: readonly FormMedia[] }> {
    const { assetUid } = await this.snapshots.assetOf(uid);
    const access = await this.permissions.prove(actor, assetUid, 'add_submissions');
    if (access === undefined) throw new NotFoundError();
    return { assetUid, media: await this.files.mediaOf(access) };
  }

  /**
   * @throws NotFoundError for a snapshot that there is not; InvalidError for what is no edit, or of nothing that the caller
   *   can reach; UnauthenticatedError to whoever may not edit, so that the web form asks them to sign in
   */
  async takeIn(actor: Actor, uid: string, form: IncomingForm): Promise<SnapshotEdit> {
    const { assetUid } = await this.snapshots.assetOf(uid);
    try {
      const receipt = await this.upload.takeIn(actor, form, { assetUid, editsOnly: true });
      return { receipt, xml: await this.entered.xml(actor, assetUid, receipt) };
    } catch (error) {
      if (error instanceof DeniedError) throw new UnauthenticatedError();
      if (error instanceof NotFoundError || error instanceof GoneError) throw new InvalidError(OUT_OF_REACH);
      throw error;
    }
  }
}
