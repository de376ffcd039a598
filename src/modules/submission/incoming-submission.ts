import { randomBytes } from 'node:crypto';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { type AttachmentFacts, attachmentsJson } from '../../domain/submission/attachment-json';
import { comparableName, matchAttachments } from '../../domain/submission/attachment-matching';
import type { InstanceFacts } from '../../domain/submission/instance-facts';
import type { FlatInstance } from '../../domain/submission/instance-flattening';
import type { AttachmentHash } from '../../domain/submission/intake-decision';
import type { DeployedForm } from '../deployment/deployed-form.service';
import type { NewAttachment, StoredSubmission } from './intake.query';

/** A file that came with a submission; its bytes are stored already. */
export interface ReceivedFile {
  readonly name: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
}

/** An instance that was read, with the form it belongs to. */
export interface Incoming {
  readonly form: DeployedForm;
  readonly facts: InstanceFacts & { instanceId: string; uuid: string; rootUuid: string };
  readonly answers: FlatInstance;
  readonly xml: string;
  readonly xmlHash: Buffer;
  readonly attachments: readonly NewAttachment[];
  readonly submittedBy: string | null;
}

export function newAttachments(files: readonly ReceivedFile[], answers: FlatInstance): NewAttachment[] {
  if (files.length === 0) return [];
  const { questionXpaths } = matchAttachments(
    answers.fileAnswers,
    files.map(({ name }) => name),
  );
  // The same file may have come twice; those that differ under one name were refused before.
  const byName = new Map(files.map((file) => [comparableName(file.name), file]));
  return [...byName].map(([nameKey, file]) => ({
    ...file,
    uid: makeUid(UID_PREFIX.attachment, randomBytes),
    nameKey,
    questionXpath: questionXpaths.get(file.name) ?? '',
  }));
}

export function renderAttachments(
  { form, facts }: Incoming,
  attachments: readonly Pick<NewAttachment, 'uid' | 'name' | 'mimetype' | 'questionXpath'>[],
): string {
  const shown: AttachmentFacts[] = attachments.map(({ uid, name, mimetype, questionXpath }) => ({
    uid,
    fileName: name,
    mimetype,
    deleted: false,
    questionXpath,
  }));
  return attachmentsJson(shown, {
    assetUid: form.assetUid,
    formUuid: form.formUuid,
    rootUuid: facts.rootUuid,
  });
}

export function comparison({ xmlHash, attachments }: Incoming) {
  return { xmlHash: xmlHash.toString('hex'), attachments: attachments.map(hashOf) };
}

export function storedComparison({ xmlHash, attachments }: StoredSubmission) {
  return { xmlHash: xmlHash.toString('hex'), attachments: attachments.map(hashOf) };
}

export function hashOf({ name, sha256 }: { name: string; sha256: Buffer }): AttachmentHash {
  return { name, hash: sha256.toString('hex') };
}
