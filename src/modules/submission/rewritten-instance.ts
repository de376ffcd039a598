import { instanceHash } from '../../domain/submission/instance-hash';
import type { InstanceChange } from '../../domain/submission/instance-rewriting';
import type { InstanceReader } from '../../workers/submission-parser/instance-reader.port';
import type { DeployedForm } from '../deployment/deployed-form.service';
import { type Admission, identified } from './admission';

/** An instance that was made of a stored one, ready to be stored itself. */
export type RewrittenInstance = Pick<Admission, 'form' | 'facts' | 'answers' | 'xml' | 'xmlHash'>;

/** @throws InvalidError, TooLargeError when there is no such instance */
export async function rewrittenInstance(
  reader: InstanceReader,
  form: DeployedForm,
  stored: string,
  change: InstanceChange,
): Promise<RewrittenInstance> {
  const xml = await reader.rewrite(stored, change);
  const instance = await reader.open(xml);
  return {
    form,
    facts: identified(instance.facts),
    answers: await instance.flatten(form.paths),
    xml,
    xmlHash: Buffer.from(instanceHash(xml), 'hex'),
  };
}
