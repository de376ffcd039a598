import { InvalidError } from '../errors';
import { whyUnstorable } from '../text/unstorable-text';
import { type FileType, whyNotAllowed } from './file-type';

/** The three ways in which a file comes, by the field that brings it (contract-assets 5). */
export type UploadField = 'content' | 'base64Encoded' | 'metadata';

/** A file as it was sent, before anybody has looked at it. */
export interface SentFile {
  readonly fileType: FileType;
  /** As sent; undefined when it was not. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** The name of a binary part; undefined when none came. */
  readonly partName: string | undefined;
  /** The text of a data URL; undefined when none came. */
  readonly base64: string | undefined;
}

/** What a file is, once it is known how it came. */
export interface FileUpload {
  readonly field: UploadField;
  /** Without folders; never empty. */
  readonly fileName: string;
  readonly mimetype: string;
  /** Of a file that stays where it is; undefined when its bytes came along. */
  readonly redirectUrl: string | undefined;
}

const TWO_WAYS =
  'You cannot upload media file with two different ways at the same time. Please choose between binary upload, base64 or remote URL.';
/** What links to remote files may start with. */
const REMOTE = new Set(['http:', 'https:', 'ftp:', 'ftps:']);
const LONGEST_NAME = 500;

/**
 * Which way a file came, under which name, and whether its purpose allows it.
 * @param mediaTypeOf tells the media type by the ending of a name; '' when it tells none
 * @throws InvalidError with a sentence on the field that does not hold
 */
export function readFileUpload(sent: SentFile, mediaTypeOf: (fileName: string) => string): FileUpload {
  const { fileType, metadata, partName, base64 } = sent;
  const url = metadata?.['redirect_url'] ?? '';
  const ways = [partName !== undefined, base64 !== undefined, url !== ''].filter(Boolean);
  if (ways.length > 1) throw new InvalidError(TWO_WAYS);
  if (ways.length === 0) throw new InvalidError({ content: ['No files have been submitted'] });
  const { field, fileName, redirectUrl } = nameOf({ metadata, partName, base64, url });
  refuseName(field, fileName);
  const mimetype = mediaTypeOf(fileName);
  const refusal = whyNotAllowed(fileType, mimetype);
  if (refusal !== undefined) throw new InvalidError({ [field]: [refusal] });
  return { field, fileName, mimetype, redirectUrl };
}

/**
 * The bytes of `data:image/png;base64,…`: all behind the word base64 and its comma.
 * @throws InvalidError for what is no such text
 */
export function readBase64(text: string): Uint8Array {
  const data = /base64,(.*)$/s.exec(text)?.[1]?.replace(/\s+/g, '') ?? '';
  if (data === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) {
    throw new InvalidError({ base64Encoded: ['Invalid content'] });
  }
  return Buffer.from(data, 'base64');
}

function nameOf({
  metadata,
  partName,
  base64,
  url,
}: Omit<SentFile, 'fileType'> & { url: unknown }): Omit<FileUpload, 'mimetype'> {
  if (partName !== undefined) return { field: 'content', fileName: partName, redirectUrl: undefined };
  if (base64 === undefined) return remoteName(url);
  if (metadata === undefined) throw new InvalidError({ metadata: ['This field is required'] });
  const { filename } = metadata;
  const fileName = typeof filename === 'string' ? lastPart(filename) : '';
  if (fileName === '') throw new InvalidError({ metadata: ['`filename` is required'] });
  return { field: 'base64Encoded', fileName, redirectUrl: undefined };
}

function remoteName(url: unknown): Omit<FileUpload, 'mimetype'> {
  const target = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (target === undefined || !REMOTE.has(target.protocol) || target.hostname === '') {
    throw new InvalidError({ metadata: ['`redirect_url` is invalid'] });
  }
  return { field: 'metadata', fileName: lastPart(decoded(target.pathname)), redirectUrl: target.href };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Names of folders are cut off: a name never becomes a path, here or on a phone. */
function lastPart(name: string): string {
  const last = /[^/\\]*$/.exec(name)![0];
  return last === '.' || last === '..' ? '' : last;
}

function refuseName(field: UploadField, fileName: string): void {
  const why =
    fileName.length > LONGEST_NAME
      ? `is longer than ${LONGEST_NAME} characters; shorten it`
      : whyUnstorable(fileName);
  if (why !== undefined) throw new InvalidError({ [field]: [`The name of the file ${why}.`] });
}
