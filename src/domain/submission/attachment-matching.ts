import type { FileAnswer } from './instance-flattening';

/** A file as far as its submission tells of it. */
interface ShownFile {
  readonly name: string;
  readonly isDeleted: boolean;
}

/** A file that an answer names, and what became of it; without a file it has not come (yet). */
export interface ExpectedFile<File extends ShownFile> {
  readonly answer: FileAnswer;
  readonly file: File | undefined;
}

/**
 * One form for names that look alike: devices compose accents differently (é as one character or as two), and the file
 * name in the multipart header may not be written as the answer is.
 */
export function comparableName(fileName: string): string {
  return fileName.normalize('NFC');
}

/**
 * Finds for each received file the question that names it; the first one when there are several.
 * @returns the file's name → path of its question; '' when none names it: such a file is kept all the same
 */
export function matchAttachments(
  fileAnswers: readonly FileAnswer[],
  receivedNames: readonly string[],
): ReadonlyMap<string, string> {
  const xpathByName = new Map<string, string>();
  for (const { fileName, questionXpath } of fileAnswers) {
    const name = comparableName(fileName);
    if (!xpathByName.has(name)) xpathByName.set(name, questionXpath);
  }
  return new Map(receivedNames.map((name) => [name, xpathByName.get(comparableName(name)) ?? '']));
}

/** What became of each file that answers name, in the order of the answers: one that is there goes before one removed. */
export function expectedFiles<File extends ShownFile>(
  fileAnswers: readonly FileAnswer[],
  files: readonly File[],
): ExpectedFile<File>[] {
  const fileByName = new Map<string, File>();
  for (const file of files) {
    const name = comparableName(file.name);
    const known = fileByName.get(name);
    if (known === undefined || (known.isDeleted && !file.isDeleted)) fileByName.set(name, file);
  }
  return fileAnswers.map((answer) => ({ answer, file: fileByName.get(comparableName(answer.fileName)) }));
}
