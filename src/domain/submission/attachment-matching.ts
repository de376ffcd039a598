import type { FileAnswer } from './instance-flattening';

/** Files of one submission, told apart by what its answers say about them. */
export interface AttachmentMatch {
  /** Received file's name → path of the question that names it; '' when none does. Such a file is kept all the same. */
  readonly questionXpaths: ReadonlyMap<string, string>;
  /** Names that answers give to files which have not come (yet). */
  readonly missing: readonly string[];
}

/**
 * One form for names that look alike: devices compose accents differently (é as one character or as two), and the file
 * name in the multipart header may not be written as the answer is.
 */
export function comparableName(fileName: string): string {
  return fileName.normalize('NFC');
}

/** Finds for each received file the question that names it; the first one when there are several. */
export function matchAttachments(
  fileAnswers: readonly FileAnswer[],
  receivedNames: readonly string[],
): AttachmentMatch {
  const xpathByName = new Map<string, string>();
  for (const { fileName, questionXpath } of fileAnswers) {
    const name = comparableName(fileName);
    if (!xpathByName.has(name)) xpathByName.set(name, questionXpath);
  }
  const received = new Set(receivedNames.map(comparableName));
  return {
    questionXpaths: new Map(receivedNames.map((name) => [name, xpathByName.get(comparableName(name)) ?? ''])),
    missing: [...xpathByName.keys()].filter((name) => !received.has(name)),
  };
}
