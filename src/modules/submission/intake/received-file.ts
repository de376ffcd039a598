import { randomBytes } from 'node:crypto';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { normalizeFileName, matchAttachments } from '../../../domain/submission/attachment-matching';
import type { StagedFile } from '../../../domain/file/staged-file';
import type { FlatInstance } from '../../../domain/submission/instance-flattening';
import type { NewAttachment } from './intake.query';

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
