import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/account/actor';
import type { AssetAccess } from '../domain/permission/asset-access';
import { DeployedFormService } from '../modules/deployment/deployed-form.service';
import { IntakeResultService } from '../modules/submission/intake/intake-result.service';
import type { IntakeReceipt } from '../modules/submission/intake/intake.service';
import type { SubmissionJson } from '../modules/submission/read/submission.service';
import { SubmissionUpload } from './submission-upload';
import type { IncomingForm } from '../http/body/read-multipart-form';

export interface DataEntryResult {
  readonly receipt: IntakeReceipt;
  readonly submission: SubmissionJson;
}

/** Accepts submissions sent to the `data/` path of their asset. */
@Injectable()
export class DataEntry {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly upload: SubmissionUpload,
    private readonly results: IntakeResultService,
  ) {}

  /** @throws InvalidError when the asset was never deployed, and as `SubmissionUpload.accept` does */
  async accept(
    actor: Actor,
    access: AssetAccess<'add_submissions'>,
    form: IncomingForm,
  ): Promise<DataEntryResult> {
    await this.forms.getDeployed(access);
    const receipt = await this.upload.accept(actor, form, {
      assetUid: access.assetUid,
      access,
      assignsInstanceId: true,
    });
    return { receipt, submission: await this.results.get(actor, access, receipt) };
  }
}
