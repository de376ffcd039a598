import { normalizeFileName, matchAttachments } from './attachment-matching';
import type { FileAnswer } from './instance-flattening';

interface CurrentFile {
  readonly uid: string;
  readonly name: string;
  /** XPath of the question that names it; '' if none does. */
  readonly questionXpath: string;
}

export interface EditedAttachments<File> {
  /** With their new question XPaths. */
  readonly kept: readonly File[];
  /** No longer named by an answer; they remain in the history. */
  readonly dropped: readonly File[];
}

/** Audit log, recorded by the device; edits may omit its name. */
const DEVICE_RECORDED = /^audit\.csv$/i;

/**
 * Splits the files of an edited submission (contract-data 4.7). Drops files that an answer named before and none names now;
 * keeps files that were never named, are uploaded again, or were recorded by the device.
 * @param sentNames names of files uploaded with the edit
 * @param isRecorded true for the path of a question that the device answers with a recording
 */
export function attachmentsAfterEdit<File extends CurrentFile>(
  files: readonly File[],
  { fileAnswers }: { readonly fileAnswers: readonly FileAnswer[] },
  { sentNames, isRecorded }: { sentNames: readonly string[]; isRecorded: (path: string) => boolean },
): EditedAttachments<File> {
  const questionXpaths = matchAttachments(
    fileAnswers,
    files.map(({ name }) => name),
  );
  const sent = new Set(sentNames.map(normalizeFileName));
  const isKept = ({ name, questionXpath }: CurrentFile): boolean =>
    questionXpath === '' ||
    questionXpaths.get(name) !== '' ||
    sent.has(normalizeFileName(name)) ||
    DEVICE_RECORDED.test(name) ||
    isRecorded(pathOf(questionXpath));
  return {
    kept: files
      .filter(isKept)
      .map((file) => ({ ...file, questionXpath: questionXpaths.get(file.name) ?? '' })),
    dropped: files.filter((file) => !isKept(file)),
  };
}

/** `household/member[2]/photo` → `household/member/photo`. */
function pathOf(questionXpath: string): string {
  return questionXpath.replace(/\[\d+\]/g, '');
}
