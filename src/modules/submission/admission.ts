import type { AssetAccess } from '../../domain/permission/asset-access';
import type { InstanceFacts } from '../../domain/submission/instance-facts';
import type { FlatInstance } from '../../domain/submission/instance-flattening';
import { InvalidError } from '../../domain/errors';
import type { DeployedForm } from '../deployment/deployed-form.service';

/** The facts of an instance that can be told apart from all others. */
export type IdentifiedFacts = InstanceFacts & { instanceId: string; uuid: string; rootUuid: string };

/** An instance that may come in: it was read, its form takes submissions, and its sender may submit to it. */
export interface Admission {
  /** The sender's right. */
  readonly access: AssetAccess<'add_submissions'>;
  readonly form: DeployedForm;
  readonly facts: IdentifiedFacts;
  readonly answers: FlatInstance;
  readonly xml: string;
  readonly xmlHash: Buffer;
  /** Username; null for an anonymous sender. */
  readonly submittedBy: string | null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function decodeXml(xml: Buffer): string {
  try {
    return utf8.decode(xml);
  } catch {
    throw new InvalidError('Improperly formatted XML. Send it as UTF-8.');
  }
}

/** @throws InvalidError for an instance that could not be found again, or that replaces another */
export function identified(facts: InstanceFacts): IdentifiedFacts {
  const { instanceId, uuid, rootUuid, deprecatedId } = facts;
  if (instanceId === undefined || uuid === undefined || rootUuid === undefined) {
    throw new InvalidError('Instance ID is required');
  }
  if (deprecatedId !== undefined) {
    throw new InvalidError(
      'Submission rejected: this server does not take edits of submissions (deprecatedID) yet.',
    );
  }
  return { ...facts, instanceId, uuid, rootUuid };
}

/** The newest deployed version that the instance names; none named: the newest (contract-xlsform 4.2). */
export function versionOf({ facts: { versionUids }, form }: Admission): string | null {
  return form.versionUids.find((uid) => versionUids.includes(uid)) ?? form.versionUids[0] ?? null;
}
