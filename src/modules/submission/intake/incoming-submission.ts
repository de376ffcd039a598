import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import type { FlatInstance } from '../../../domain/submission/instance-flattening';
import type { EntityNode } from '../../../domain/entity/entity-node';
import { InvalidError, ConflictError } from '../../../domain/errors';
import type { DeployedForm, SubmissionVersion, VersionFinder } from '../../deployment/deployed-form.service';
import type { SubmissionEntity } from '../../../database/entities/submission.entity';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { normalizeFileName, matchAttachments } from '../../../domain/submission/attachment-matching';
import type { StagedFile } from '../../../domain/file/staged-file';
import type { NewAttachment, NewSubmission } from './intake.repository';
import type { decideIntake, IntakeFacts } from '../../../domain/submission/intake-decision';
import type { InstanceFacts } from '../../../domain/submission/instance-parser';
import {
  renderSubmission,
  type AttachmentFacts,
  attachmentsJson,
} from '../../../domain/submission/submission-json';
import type { StoredAttachment } from '../attachment.repository';
import { instanceHash } from '../../../domain/submission/instance-document';
import type { InstanceChange } from '../../../domain/submission/instance-meta';
import type {
  ParsedSubmission,
  SubmissionParser,
} from '../../../workers/submission-parser/submission-parser';

export type IdentifiedFacts = InstanceFacts & { instanceId: string; uuid: string; rootUuid: string };

/** Proof of permission to add a submission, or to edit the one that the instance deprecates. */
export type IntakeAuthorization =
  | { readonly kind: 'add'; readonly access: AssetAccess<'add_submissions'> }
  | {
      readonly kind: 'change';
      readonly access: AssetAccess<'change_submissions'>;
      /** Current uuid of the submission to edit. */
      readonly deprecatedUuid: string;
    };

/** A parsed submission to an active form, by a sender with permission. */
export interface AuthorizedSubmission<Authorization extends IntakeAuthorization = IntakeAuthorization> {
  readonly authorization: Authorization;
  readonly form: DeployedForm;
  readonly facts: IdentifiedFacts;
  readonly version: SubmissionVersion;
  readonly answers: FlatInstance;
  /** Entities that it creates or updates; absent if its version declares none. */
  readonly entities?: readonly EntityNode[];
  readonly xml: string;
  readonly xmlHash: Buffer;
  readonly actor: Actor;
  /** Username; null for an anonymous sender. */
  readonly submittedBy: string | null;
  /** XForm of the snapshot with which an edit was made. */
  readonly editForm?: string | undefined;
}

export type IncomingSubmission<Authorization extends IntakeAuthorization = IntakeAuthorization> =
  AuthorizedSubmission<Authorization> & {
    readonly attachments: readonly IncomingAttachment[];
  };

export interface IntakeTarget {
  readonly assetUid: string;
  /** Permission that the endpoint has already proven. */
  readonly access?: AssetAccess<'add_submissions'>;
  /** XForm of the snapshot with which a submission is edited; instances without a deprecatedID are refused. */
  readonly editForm?: string;
}

/** Result of an intake, returned only after the commit. */
export interface IntakeReceipt {
  /** `duplicate`: instance and attachments were already stored. */
  readonly outcome: 'stored' | 'attachments-added' | 'duplicate';
  readonly submissionId: number;
  readonly formId: string;
  readonly instanceId: string;
  readonly isEncrypted: boolean;
  readonly submittedAt: Date;
  /** The form's custom message to the sender. */
  readonly message: string | undefined;
}

export function receiptOf(
  outcome: IntakeReceipt['outcome'],
  { form, facts }: Pick<AuthorizedSubmission, 'form' | 'facts'>,
  { id, dateSubmitted }: { readonly id: number; readonly dateSubmitted: Date },
): IntakeReceipt {
  return {
    outcome,
    submissionId: id,
    formId: form.assetUid,
    // A scheme other than `uuid:` stays part of the uuid (contract-data 1.2).
    instanceId: `uuid:${facts.uuid}`,
    isEncrypted: form.encrypted,
    submittedAt: dateSubmitted,
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

/** @throws InvalidError for an instance without an instanceID */
export function requireInstanceId(facts: InstanceFacts): IdentifiedFacts {
  const { instanceId, uuid, rootUuid } = facts;
  if (instanceId === undefined || uuid === undefined || rootUuid === undefined) {
    throw new InvalidError('Instance ID is required');
  }
  return { ...facts, instanceId, uuid, rootUuid };
}

/** An uploaded file, staged until a row references it. */
export interface ReceivedFile {
  readonly name: string;
  readonly mimetype: string;
  readonly stagedFile: StagedFile;
}

export interface IncomingAttachment extends NewAttachment {
  readonly stagedFile: StagedFile;
}

/** Matches uploaded files with the survey questions that they answer. */
export function incomingAttachments(
  { answers }: { readonly answers: Pick<FlatInstance, 'fileAnswers'> },
  files: readonly ReceivedFile[],
): IncomingAttachment[] {
  if (files.length === 0) return [];
  const questionXpaths = matchAttachments(
    answers.fileAnswers,
    files.map(({ name }) => name),
  );
  // Deduplicates identical uploads; different files of one name were refused before.
  const byName = new Map(files.map((file) => [normalizeFileName(file.name), file]));
  return [...byName].map(([nameKey, { name, mimetype, stagedFile }]) => ({
    uid: generateUid(UID_PREFIX.attachment, randomBytes),
    name,
    nameKey,
    mimetype,
    byteSize: stagedFile.byteSize,
    sha256: stagedFile.sha256,
    questionXpath: questionXpaths.get(name) ?? '',
    stagedFile,
  }));
}

/** Input of `decideIntake`, from an incoming or a stored submission. */
export function intakeFacts({
  xmlHash,
  attachments,
}: {
  readonly xmlHash: Buffer;
  readonly attachments: readonly { readonly name: string; readonly sha256: Buffer }[];
}): IntakeFacts {
  return {
    xmlHash: xmlHash.toString('hex'),
    attachments: attachments.map(({ name, sha256 }) => ({ name, hash: sha256.toString('hex') })),
  };
}

/** @throws ConflictError with the conflicting part in its message */
export function assertNoConflict(decision: ReturnType<typeof decideIntake>) {
  if (decision.kind === 'conflict') throw new ConflictError(decision.message);
  return decision;
}

export function newSubmission(
  { form, facts, version, answers, xml, xmlHash }: RewrittenInstance,
  {
    attachments,
    submittedAt,
    submittedBy,
    supplementJson,
  }: {
    attachments: readonly NewAttachment[];
    submittedAt: Date;
    submittedBy: string | null;
    /** Of the submission that this one copies. */
    supplementJson?: string | undefined;
  },
): NewSubmission {
  return {
    assetId: form.assetId,
    rootUuid: facts.rootUuid,
    uuid: facts.uuid,
    xmlHash,
    versionUid: version.uid,
    submittedBy,
    submittedAt,
    answersJson: `{${answers.membersJson}}`,
    membersJson: renderSubmission({
      answers,
      formId: form.assetUid,
      uuid: facts.uuid,
      rootUuid: facts.rootUuid,
      attachmentsJson: renderAttachments(form, facts.rootUuid, attachments),
      submittedAt,
      submittedBy,
      validationStatus: null,
      supplementJson,
      modifiedAt: submittedAt,
    }),
    xml,
    attachments,
  };
}

type ListedAttachment = Pick<NewAttachment, 'uid' | 'name' | 'mimetype' | 'questionXpath'> & {
  readonly dateDeleted?: Date | null;
};

interface AttachmentListJson {
  readonly _attachments: readonly { readonly uid: string }[];
}

/** Sorts attachments into the order of the submission's JSON: new ones follow, deleted ones come last. */
export function inListOrder(files: readonly StoredAttachment[], json: string): StoredAttachment[] {
  const listed = (JSON.parse(json) as AttachmentListJson)._attachments.map(({ uid }) => uid);
  const rankOf = ({ uid, dateDeleted }: StoredAttachment): number => {
    if (dateDeleted !== null) return Infinity;
    const index = listed.indexOf(uid);
    return index < 0 ? listed.length : index;
  };
  // The sort is stable: equal ranks keep their order of arrival.
  return files.toSorted((one, other) => Math.sign(rankOf(one) - rankOf(other)) || 0);
}

/** Renders the `_attachments` array. @param rootUuid without a scheme */
export function renderAttachments(
  { assetUid, formUuid }: Pick<DeployedForm, 'assetUid' | 'formUuid'>,
  rootUuid: string,
  attachments: readonly ListedAttachment[],
): string {
  const facts: AttachmentFacts[] = attachments.map(({ uid, name, mimetype, questionXpath, dateDeleted }) => ({
    uid,
    fileName: name,
    mimetype,
    deleted: (dateDeleted ?? null) !== null,
    questionXpath,
  }));
  return attachmentsJson(facts, { assetUid, formUuid, rootUuid });
}

export type RewrittenInstance = Pick<
  AuthorizedSubmission,
  'form' | 'facts' | 'version' | 'answers' | 'entities' | 'xml' | 'xmlHash'
>;

/** Entities of an instance; without the member if its version declares none. */
export async function entitiesOf(
  instance: ParsedSubmission,
  { reading }: SubmissionVersion,
): Promise<{ readonly entities?: readonly EntityNode[] }> {
  return reading.entities === undefined ? {} : { entities: await instance.entities(reading.entities) };
}

/** @throws InvalidError, TooLargeError if the change cannot be applied */
export async function rewrittenInstance(
  { parser, findVersion }: { parser: SubmissionParser; findVersion: VersionFinder },
  form: DeployedForm,
  stored: Pick<SubmissionEntity, 'versionUid' | 'xml'>,
  change: InstanceChange,
): Promise<RewrittenInstance> {
  const xml = await parser.rewrite(stored.xml, change);
  const instance = await parser.parse(xml);
  const version = findVersion(instance.facts, stored.versionUid);
  return {
    form,
    facts: requireInstanceId(instance.facts),
    version,
    answers: await instance.flatten(version.reading),
    ...(await entitiesOf(instance, version)),
    xml,
    xmlHash: Buffer.from(instanceHash(xml), 'hex'),
  };
}
