import type { InstanceChange } from '../../../domain/submission/instance-rewriting';
import type { SubmissionParser } from '../../../workers/submission-parser/submission-parser.port';
import type { DeployedForm } from '../../deployment/deployed-form.service';
import { type AuthorizedSubmission, requireInstanceId } from './incoming-submission';
import { instanceHash } from '../../../domain/submission/instance-document';

export type RewrittenInstance = Pick<AuthorizedSubmission, 'form' | 'facts' | 'answers' | 'xml' | 'xmlHash'>;

/** @throws InvalidError, TooLargeError if the change cannot be applied */
export async function rewrittenInstance(
  parser: SubmissionParser,
  form: DeployedForm,
  stored: string,
  change: InstanceChange,
): Promise<RewrittenInstance> {
  const xml = await parser.rewrite(stored, change);
  const instance = await parser.parse(xml);
  return {
    form,
    facts: requireInstanceId(instance.facts),
    answers: await instance.flatten(form.paths),
    xml,
    xmlHash: Buffer.from(instanceHash(xml), 'hex'),
  };
}
