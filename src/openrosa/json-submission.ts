import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/account/actor';
import { InvalidError, NotFoundError } from '../domain/errors';
import type { InstanceDocument } from '../domain/submission/instance-document';
import { readInstanceFacts } from '../domain/submission/instance-facts';
import { writeInstance } from '../domain/submission/instance-writer';
import { jsonToInstance } from '../domain/submission/json-instance';
import { type DeployedForm, DeployedFormService } from '../modules/deployment/deployed-form.service';
import { type IntakeReceipt, IntakeService } from '../modules/submission/intake.service';
import type { SubmissionDoor } from './submission-door';

/**
 * Takes a submission in that is written in JSON: `{"id": "<form id>", "submission": {…}}` (contract-data 4.3); through a
 * door, the answers alone will do (decision 18). Nothing is added to what has an instanceID, so that the same again is
 * known as the same.
 */
@Injectable()
export class JsonSubmission {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly intake: IntakeService,
  ) {}

  /** @throws as `IntakeService.admit` does */
  async takeIn(actor: Actor, sent: unknown, door?: SubmissionDoor): Promise<IntakeReceipt> {
    const { form, answers } = door === undefined ? await this.addressed(sent) : await this.atDoor(sent, door);
    const asSent = jsonToInstance(answers, { rootName: form.rootName, formId: form.assetUid });
    const instance = door?.identifies === true ? identified(asSent, answers, form) : asSent;
    const xml = Buffer.from(writeInstance(instance));
    return this.intake.store(await this.intake.admit(actor, xml, door), []);
  }

  private async addressed(sent: unknown): Promise<{ form: DeployedForm; answers: unknown }> {
    const { id, submission } = (sent ?? {}) as { id?: unknown; submission?: unknown };
    if (submission === undefined) throw new InvalidError('No submission key provided.');
    const form =
      typeof id === 'string' ? await this.forms.find({ formUuid: undefined, formId: id }) : undefined;
    if (form === undefined) throw new NotFoundError();
    return { form, answers: submission };
  }

  private async atDoor(
    sent: unknown,
    door: SubmissionDoor,
  ): Promise<{ form: DeployedForm; answers: unknown }> {
    const { submission } = (sent ?? {}) as { submission?: unknown };
    return {
      form: await this.forms.deployed(door),
      answers: typeof submission === 'object' && submission !== null ? submission : sent,
    };
  }
}

/** What names no instance is a new one, of the newest version. @throws InvalidError for no answers at all */
function identified(asSent: InstanceDocument, answers: unknown, form: DeployedForm): InstanceDocument {
  if (readInstanceFacts(asSent).instanceId !== undefined) return asSent;
  if (asSent.root.children.length === 0) throw new InvalidError('The submission has no answers; send some.');
  const [versionUid] = form.versionUids;
  return jsonToInstance(answers, {
    rootName: form.rootName,
    formId: form.assetUid,
    ...(versionUid !== undefined && { versionUid }),
    instanceId: `uuid:${randomUUID()}`,
  });
}
