import type { Actor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { InstanceFacts } from '../../domain/submission/instance-facts';
import type { FlatInstance } from '../../domain/submission/instance-flattening';
import { InvalidError } from '../../domain/errors';
import type { DeployedForm } from '../deployment/deployed-form.service';
import type { IncomingAttachment } from './received-file';

/** The facts of an instance that can be told apart from all others. */
export type IdentifiedFacts = InstanceFacts & { instanceId: string; uuid: string; rootUuid: string };

/** By which right an instance comes in: it is new, or it takes the place of another. */
export type IntakeRight =
  | { readonly kind: 'add'; readonly access: AssetAccess<'add_submissions'> }
  | {
      readonly kind: 'change';
      readonly access: AssetAccess<'change_submissions'>;
      /** That the other bears. */
      readonly deprecatedUuid: string;
    };

/** An instance that may come in: it was read, its form takes submissions, and its sender may submit to it. */
export interface Admission<Right extends IntakeRight = IntakeRight> {
  /** The sender's right. */
  readonly right: Right;
  readonly form: DeployedForm;
  readonly facts: IdentifiedFacts;
  readonly answers: FlatInstance;
  readonly xml: string;
  readonly xmlHash: Buffer;
  readonly actor: Actor;
  /** Username; null for an anonymous sender. */
  readonly submittedBy: string | null;
}

/** An admitted submission with its files. */
export type Incoming<Right extends IntakeRight = IntakeRight> = Admission<Right> & {
  readonly attachments: readonly IncomingAttachment[];
};

/** What a way in leads to. */
export interface WayIn {
  /** Of the only form that is taken. */
  readonly assetUid: string;
  /** Right to it, where it is proven already. */
  readonly access?: AssetAccess<'add_submissions'>;
  /** Whether what takes the place of nothing is refused. */
  readonly editsOnly?: boolean;
}

/** What became of a submission. It is told only after the database has committed. */
export interface IntakeReceipt {
  /** `duplicate`: all of it was stored before. */
  readonly outcome: 'stored' | 'attachments-added' | 'duplicate';
  /** Number of the submission. */
  readonly submissionId: number;
  readonly formId: string;
  readonly instanceId: string;
  readonly isEncrypted: boolean;
  readonly submittedAt: Date;
  /** What the form wants its submitter to be thanked with. */
  readonly message: string | undefined;
}

export function receiptOf(
  outcome: IntakeReceipt['outcome'],
  { form, facts }: Pick<Admission, 'form' | 'facts'>,
  { id, submittedAt }: { readonly id: number; readonly submittedAt: Date },
): IntakeReceipt {
  return {
    outcome,
    submissionId: id,
    formId: form.assetUid,
    // Another scheme is part of it, as it is of the submission's uuid (contract-data 1.2).
    instanceId: `uuid:${facts.uuid}`,
    isEncrypted: form.encrypted,
    submittedAt,
    message: facts.submitMessage,
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function decodeXml(xml: Buffer): string {
  try {
    return utf8.decode(xml);
  } catch {
    throw new InvalidError('Improperly formatted XML. Send it as UTF-8.');
  }
}

/** @throws InvalidError for an instance that could not be found again */
export function identified(facts: InstanceFacts): IdentifiedFacts {
  const { instanceId, uuid, rootUuid } = facts;
  if (instanceId === undefined || uuid === undefined || rootUuid === undefined) {
    throw new InvalidError('Instance ID is required');
  }
  return { ...facts, instanceId, uuid, rootUuid };
}

/** The newest deployed version that the instance names; none named: the newest (contract-xlsform 4.2). */
export function versionOf({
  facts: { versionUids },
  form,
}: Pick<Admission, 'facts' | 'form'>): string | null {
  return form.versionUids.find((uid) => versionUids.includes(uid)) ?? form.versionUids[0] ?? null;
}
