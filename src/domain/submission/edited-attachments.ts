import { comparableName, matchAttachments } from './attachment-matching';
import type { FileAnswer } from './instance-flattening';

/** A file of a submission that is about to be edited. */
interface LiveFile {
  readonly uid: string;
  readonly name: string;
  /** Of the question that names it; '' when none does. */
  readonly questionXpath: string;
}

/** What becomes of a submission's files when other answers take the place of its own. */
export interface EditedAttachments<File> {
  /** With the questions that name them now. */
  readonly kept: readonly File[];
  /** That no answer names any more: they stay with the history. */
  readonly dropped: readonly File[];
}

/** What devices record beside the answers; nobody edits it, and edits may come without its name. */
const RECORDED = /(?:\.enc|^audit\.csv)$/i;

/**
 * Sorts the files of a submission by the answers that replace its own (contract-data 4.7). A file that was named before
 * and is not now goes; one that never was named, that came again, or that the device recorded by itself stays.
 * @param sentNames files that come with the edit
 * @param isRecorded tells the path of a question that records by itself
 */
export function attachmentsAfterEdit<File extends LiveFile>(
  files: readonly File[],
  { fileAnswers }: { readonly fileAnswers: readonly FileAnswer[] },
  { sentNames, isRecorded }: { sentNames: readonly string[]; isRecorded: (path: string) => boolean },
): EditedAttachments<File> {
  const questionXpaths = matchAttachments(
    fileAnswers,
    files.map(({ name }) => name),
  );
  const sent = new Set(sentNames.map(comparableName));
  const stays = ({ name, questionXpath }: LiveFile): boolean =>
    questionXpath === '' ||
    questionXpaths.get(name) !== '' ||
    sent.has(comparableName(name)) ||
    RECORDED.test(name) ||
    isRecorded(pathOf(questionXpath));
  return {
    kept: files
      .filter(stays)
      .map((file) => ({ ...file, questionXpath: questionXpaths.get(file.name) ?? '' })),
    dropped: files.filter((file) => !stays(file)),
  };
}

/** `household/member[2]/photo` → `household/member/photo`. */
function pathOf(questionXpath: string): string {
  return questionXpath.replace(/\[\d+\]/g, '');
}
