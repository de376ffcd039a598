import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/account/actor';
import { InvalidError, orNotFound } from '../domain/errors';
import type { InstanceDocument } from '../domain/submission/instance-document';
import { writeInstance } from '../domain/submission/instance-writer';
import { jsonToInstance } from '../domain/submission/json-instance';
import { type DeployedForm, DeployedFormService } from '../modules/deployment/deployed-form.service';
import {
  type IntakeReceipt,
  IntakeService,
  type IntakeTarget,
} from '../modules/submission/intake/intake.service';
import { readInstanceFacts } from '../domain/submission/instance-parser';

/** The form that the path of a submission names. */
export interface SubmissionTarget extends IntakeTarget {
  /** Submissions without an instanceID get a new one. */
  readonly assignsInstanceId?: boolean;
}

/**
 * Accepts a JSON submission: `{"id": "<form id>", "submission": {…}}` (contract-data 4.3), or only the answers where
 * the path names the form (decision 18). One with an instanceID stays unchanged, so that duplicates are detected.
 */
@Injectable()
export class JsonSubmission {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly intake: IntakeService,
  ) {}

  /** @throws as `IntakeService.authorize` does */
  async accept(actor: Actor, sent: unknown, target?: SubmissionTarget): Promise<IntakeReceipt> {
    const { form, answers } =
      target === undefined ? await this.readEnvelope(sent) : await this.readAnswers(sent, target);
    const original = jsonToInstance(answers, { rootName: form.rootName, formId: form.assetUid });
    const instance = target?.assignsInstanceId === true ? withInstanceId(original, answers, form) : original;
    const xml = Buffer.from(writeInstance(instance));
    return this.intake.store(await this.intake.authorize(actor, xml, target), []);
  }

  private async readEnvelope(sent: unknown): Promise<{ form: DeployedForm; answers: unknown }> {
    const { id, submission } = (sent ?? {}) as { id?: unknown; submission?: unknown };
    if (submission === undefined) throw new InvalidError('No submission key provided.');
    const form = orNotFound(
      typeof id === 'string' ? await this.forms.find({ formUuid: undefined, formId: id }) : undefined,
    );
    return { form, answers: submission };
  }

  private async readAnswers(
    sent: unknown,
    target: SubmissionTarget,
  ): Promise<{ form: DeployedForm; answers: unknown }> {
    const { submission } = (sent ?? {}) as { submission?: unknown };
    return {
      form: await this.forms.getDeployed(target),
      answers: typeof submission === 'object' && submission !== null ? submission : sent,
    };
  }
}

/** Adds a new instanceID and the newest version if there is no instanceID. @throws InvalidError without answers */
function withInstanceId(original: InstanceDocument, answers: unknown, form: DeployedForm): InstanceDocument {
  if (readInstanceFacts(original).instanceId !== undefined) return original;
  if (original.root.children.length === 0)
    throw new InvalidError('The submission has no answers. Send at least one.');
  const [versionUid] = form.versionUids;
  return jsonToInstance(answers, {
    rootName: form.rootName,
    formId: form.assetUid,
    ...(versionUid !== undefined && { versionUid }),
    instanceId: `uuid:${randomUUID()}`,
  });
}
