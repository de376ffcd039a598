import type { FileAnswer } from './instance-flattening';
import { InvalidError } from '../errors';

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

export type AttachmentSelection =
  | { readonly kind: 'one'; readonly uid: string }
  /** Without `uuid:`, distinct. */
  | { readonly kind: 'submissions'; readonly rootUuids: readonly string[] };

interface AttachmentSelectionBody {
  readonly submission_root_uuids?: unknown;
  readonly attachment_uid?: unknown;
}

const MAX_SUBMISSIONS = 10_000;

/**
 * Parses `{"submission_root_uuids": […]}` (at most 10 000) or `{"attachment_uid": "…"}` (contract-data 3.8).
 * @throws InvalidError for any other body
 */
export function readAttachmentSelection({
  submission_root_uuids: rootUuids,
  attachment_uid: uid,
}: AttachmentSelectionBody): AttachmentSelection {
  if (typeof uid === 'string' && uid !== '' && rootUuids === undefined) return { kind: 'one', uid };
  if (rootUuids === undefined) {
    throw new InvalidError('`attachment_uid` or `submission_root_uuids` must be provided');
  }
  if (!Array.isArray(rootUuids) || !rootUuids.every((each) => typeof each === 'string')) {
    throw invalidRootUuids('Send a list of root UUIDs without the `uuid:` prefix.');
  }
  if (rootUuids.length === 0) throw invalidRootUuids('List cannot be empty');
  if (rootUuids.length > MAX_SUBMISSIONS) {
    throw invalidRootUuids(`At most ${MAX_SUBMISSIONS} submissions are allowed per request. Split the list.`);
  }
  return { kind: 'submissions', rootUuids: [...new Set(rootUuids)] };
}

const invalidRootUuids = (message: string): InvalidError => InvalidError.at('submission_root_uuids', message);

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
