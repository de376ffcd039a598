import type { FileAnswer } from './instance-flattening';

interface NamedFile {
  readonly name: string;
  readonly isDeleted: boolean;
}

/** File named by an answer; undefined until it is uploaded. */
export interface ExpectedFile<File extends NamedFile> {
  readonly answer: FileAnswer;
  readonly file: File | undefined;
}

/** Normalizes a file name to NFC: devices differ in Unicode composition between the answer and the multipart header. */
export function normalizeFileName(fileName: string): string {
  return fileName.normalize('NFC');
}

/**
 * Matches received files with the first question that names each.
 * @returns file name → question XPath; '' if no answer names the file, which is stored nevertheless
 */
export function matchAttachments(
  fileAnswers: readonly FileAnswer[],
  receivedNames: readonly string[],
): ReadonlyMap<string, string> {
  const xpathByName = new Map<string, string>();
  for (const { fileName, questionXpath } of fileAnswers) {
    const name = normalizeFileName(fileName);
    if (!xpathByName.has(name)) xpathByName.set(name, questionXpath);
  }
  return new Map(receivedNames.map((name) => [name, xpathByName.get(normalizeFileName(name)) ?? '']));
}

/** Matches each file answer with its file, in the order of the answers; prefers a live file to a deleted one. */
export function matchExpectedFiles<File extends NamedFile>(
  fileAnswers: readonly FileAnswer[],
  files: readonly File[],
): ExpectedFile<File>[] {
  const fileByName = new Map<string, File>();
  for (const file of files) {
    const name = normalizeFileName(file.name);
    const existing = fileByName.get(name);
    if (existing === undefined || (existing.isDeleted && !file.isDeleted)) fileByName.set(name, file);
  }
  return fileAnswers.map((answer) => ({ answer, file: fileByName.get(normalizeFileName(answer.fileName)) }));
}
