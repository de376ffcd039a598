import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/account/actor';
import {
  DeniedError,
  GoneError,
  InvalidError,
  NotFoundError,
  UnauthenticatedError,
  orNotFound,
} from '../domain/errors';
import { SupersededEditError } from '../domain/submission/instance-meta';
import { PermissionService } from '../modules/permission/permission.service';
import { SnapshotService } from '../modules/web-form/snapshot/snapshot.service';
import { IntakeResultService, type IntakeReceipt } from '../modules/submission/intake/intake.service';
import { FormFiles } from './form-files';
import type { FormMedia } from './openrosa.presenter';
import { SubmissionUpload } from './submission-upload';
import type { IncomingForm } from '../http/body/read-multipart-form';

/** The version of a form with which a submission is edited. */
export interface SnapshotForm {
  readonly uid: string;
  readonly formId: string;
  readonly name: string;
  readonly xmlMd5: string;
}

export interface SnapshotEdit {
  readonly receipt: IntakeReceipt;
  /** As stored after the edit; undefined if the caller may no longer see it. */
  readonly xml: string | undefined;
}

const EDIT_TARGET_NOT_FOUND =
  'The submission you attempted to edit could not be found, or you do not have access to it.';

/** Serves web forms that edit submissions with a form snapshot (contract-data 4.5). */
@Injectable()
export class SnapshotEditService {
  constructor(
    private readonly snapshots: SnapshotService,
    private readonly permissions: PermissionService,
    private readonly files: FormFiles,
    private readonly upload: SubmissionUpload,
    private readonly results: IntakeResultService,
  ) {}

  /** Public to callers that know the uid, like the XML of the snapshot. @throws NotFoundError */
  async form(uid: string): Promise<SnapshotForm> {
    const { assetUid, name } = await this.snapshots.findAsset(uid);
    const xml = await this.snapshots.xml(uid);
    return { uid, formId: assetUid, name, xmlMd5: hash('md5', xml) };
  }

  /** @throws NotFoundError for an unknown snapshot, or a caller who may not submit to the form */
  async media(actor: Actor, uid: string): Promise<{ assetUid: string; media: readonly FormMedia[] }> {
    const { assetUid } = await this.snapshots.findAsset(uid);
    const access = orNotFound(await this.permissions.authorize(actor, assetUid, 'add_submissions'));
    return { assetUid, media: await this.files.mediaOf(access) };
  }

  /**
   * @throws NotFoundError for an unknown snapshot; InvalidError for a submission that is not an edit, or whose original is
   *   missing, hidden or edited meanwhile; UnauthenticatedError without permission to edit, so that the web form shows its sign-in
   */
  async submit(actor: Actor, uid: string, form: IncomingForm): Promise<SnapshotEdit> {
    const { assetUid } = await this.snapshots.findAsset(uid);
    try {
      const editForm = Buffer.from(await this.snapshots.xml(uid)).toString();
      const receipt = await this.upload.accept(actor, form, { assetUid, editForm });
      return { receipt, xml: await this.results.findXml(actor, assetUid, receipt) };
    } catch (error) {
      if (error instanceof DeniedError) throw new UnauthenticatedError();
      if (error instanceof SupersededEditError) throw new InvalidError(error.sentence);
      if (error instanceof NotFoundError || error instanceof GoneError)
        throw new InvalidError(EDIT_TARGET_NOT_FOUND);
      throw error;
    }
  }
}
