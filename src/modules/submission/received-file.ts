import { randomBytes } from 'node:crypto';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { type AttachmentFacts, attachmentsJson } from '../../domain/submission/attachment-json';
import { comparableName, matchAttachments } from '../../domain/submission/attachment-matching';
import type { Draft } from '../../domain/file/draft';
import type { FlatInstance } from '../../domain/submission/instance-flattening';
import type { DeployedForm } from '../deployment/deployed-form.service';
import type { NewAttachment } from './intake.query';

/** A file that came with a submission; a draft as long as no row names it. */
export interface ReceivedFile {
  readonly name: string;
  readonly mimetype: string;
  readonly draft: Draft;
}

/** A file on its way to being an attachment. */
export interface IncomingAttachment extends NewAttachment {
  readonly draft: Draft;
}

/** What of a file its submission shows. */
type ShownFile = Pick<NewAttachment, 'uid' | 'name' | 'mimetype' | 'questionXpath'> & {
  /** Absent of one that has just come. */
  readonly dateDeleted?: Date | null;
};

/** Matches the files of a submission with the questions that they answer. */
export function incomingAttachments(
  { answers }: { readonly answers: Pick<FlatInstance, 'fileAnswers'> },
  files: readonly ReceivedFile[],
): IncomingAttachment[] {
  if (files.length === 0) return [];
  const questionXpaths = matchAttachments(
    answers.fileAnswers,
    files.map(({ name }) => name),
  );
  // The same file may have come twice; those that differ under one name were refused before.
  const byName = new Map(files.map((file) => [comparableName(file.name), file]));
  return [...byName].map(([nameKey, { name, mimetype, draft }]) => ({
    uid: makeUid(UID_PREFIX.attachment, randomBytes),
    name,
    nameKey,
    mimetype,
    byteSize: draft.byteSize,
    sha256: draft.sha256,
    questionXpath: questionXpaths.get(name) ?? '',
    draft,
  }));
}

/** The files of a submission as its JSON shows them. @param rootUuid bare */
export function renderAttachments(
  { assetUid, formUuid }: Pick<DeployedForm, 'assetUid' | 'formUuid'>,
  rootUuid: string,
  attachments: readonly ShownFile[],
): string {
  const shown: AttachmentFacts[] = attachments.map(({ uid, name, mimetype, questionXpath, dateDeleted }) => ({
    uid,
    fileName: name,
    mimetype,
    deleted: (dateDeleted ?? null) !== null,
    questionXpath,
  }));
  return attachmentsJson(shown, { assetUid, formUuid, rootUuid });
}
