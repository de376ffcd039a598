import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/account/actor';
import type { AssetAccess } from '../domain/permission/asset-access';
import type { IncomingForm } from '../http/body/incoming-form';
import { DeployedFormService } from '../modules/deployment/deployed-form.service';
import { EnteredSubmissionService } from '../modules/submission/entered-submission.service';
import type { IntakeReceipt } from '../modules/submission/intake.service';
import type { SubmissionJson } from '../modules/submission/submission.service';
import { SubmissionUpload } from './submission-upload';

/** What became of a submission, and what it is now. */
export interface Entry {
  readonly receipt: IntakeReceipt;
  readonly submission: SubmissionJson;
}

/** Takes submissions in that come by the path of their asset. */
@Injectable()
export class DataEntry {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly upload: SubmissionUpload,
    private readonly entered: EnteredSubmissionService,
  ) {}

  /** @throws InvalidError when the asset was never deployed, and as `SubmissionUpload.takeIn` does */
  async takeIn(actor: Actor, access: AssetAccess<'add_submissions'>, form: IncomingForm): Promise<Entry> {
    await this.forms.deployed(access);
    const receipt = await this.upload.takeIn(actor, form, {
      assetUid: access.assetUid,
      access,
      identifies: true,
    });
    return { receipt, submission: await this.entered.show(actor, access, receipt) };
  }
}
