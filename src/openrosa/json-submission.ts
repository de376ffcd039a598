import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/account/actor';
import { InvalidError, NotFoundError } from '../domain/errors';
import { writeInstance } from '../domain/submission/instance-writer';
import { jsonToInstance } from '../domain/submission/json-instance';
import { DeployedFormService } from '../modules/deployment/deployed-form.service';
import { type IntakeReceipt, IntakeService } from '../modules/submission/intake.service';

/**
 * Takes a submission in that is written in JSON: `{"id": "<form id>", "submission": {…}}` (contract-data 4.3). Nothing is
 * added to what was sent, so that the same again is known as the same.
 */
@Injectable()
export class JsonSubmission {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly intake: IntakeService,
  ) {}

  /** @throws as `IntakeService.admit` does */
  async takeIn(actor: Actor, sent: unknown): Promise<IntakeReceipt> {
    const { id, submission } = (sent ?? {}) as { id?: unknown; submission?: unknown };
    if (submission === undefined) throw new InvalidError('No submission key provided.');
    const form =
      typeof id === 'string' ? await this.forms.find({ formUuid: undefined, formId: id }) : undefined;
    if (form === undefined) throw new NotFoundError();
    const instance = jsonToInstance(submission, { rootName: form.rootName, formId: form.assetUid });
    const admission = await this.intake.admit(actor, Buffer.from(writeInstance(instance)));
    return this.intake.store(admission, []);
  }
}
