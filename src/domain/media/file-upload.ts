import { InvalidError } from '../errors';
import { unstorableReason } from '../text/unstorable-text';

/** Purpose of an asset file (contract-assets 5). */
export const FILE_TYPES = ['form_media', 'map_layer', 'paired_data'] as const;
export type FileType = (typeof FILE_TYPES)[number];

const MEDIA_TYPES = [
  ...['image', 'audio', 'video'],
  ...['text/csv', 'application/xml', 'application/zip', 'application/geo+json'],
];

/** Allowed media types, or top-level types, by purpose. */
const ALLOWED: Readonly<Record<FileType, readonly string[]>> = {
  form_media: MEDIA_TYPES,
  map_layer: [
    'text/csv',
    'application/vnd.google-earth.kml+xml',
    'application/vnd.google-earth.kmz',
    'application/wkt',
    'application/geo+json',
    'application/json',
  ],
  paired_data: MEDIA_TYPES,
};

/** Returns the error message for a media type that the purpose does not allow; undefined when it is allowed. */
function mediaTypeError(fileType: FileType, mediaType: string): string | undefined {
  const allowed = ALLOWED[fileType];
  const isAllowed = allowed.some((each) =>
    each.includes('/') ? mediaType === each : mediaType.startsWith(`${each}/`),
  );
  if (isAllowed) return undefined;
  return `Only ${allowed.map((each) => `\`${each}\``).join(', ')} MIME types are allowed`;
}

/** Field that carries the file (contract-assets 5). */
type UploadField = 'content' | 'base64Encoded' | 'metadata';

/** Upload request, not validated yet. */
export interface FileUploadInput {
  readonly fileType: FileType;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** File name of the binary part; undefined without one. */
  readonly partFileName: string | undefined;
  /** Data URL; undefined without one. */
  readonly base64: string | undefined;
}

/** Validated upload. */
export interface FileUpload {
  readonly field: UploadField;
  /** Base name; never empty. */
  readonly fileName: string;
  readonly mimetype: string;
  /** URL of a remote file; undefined when the request carries the bytes. */
  readonly redirectUrl: string | undefined;
}

const MULTIPLE_SOURCES =
  'You cannot upload media file with two different ways at the same time. Please choose between binary upload, base64 or remote URL.';
const REMOTE_PROTOCOLS = new Set(['http:', 'https:', 'ftp:', 'ftps:']);
const MAX_NAME_LENGTH = 500;

/**
 * Validates an upload: exactly one source, a file name, and a media type that the file type allows.
 * @param mediaTypeOf media type by file extension; '' when unknown
 * @throws InvalidError on the invalid field; without a field for several sources
 */
export function readFileUpload(sent: FileUploadInput, mediaTypeOf: (fileName: string) => string): FileUpload {
  const { fileType, metadata, partFileName, base64 } = sent;
  const url = metadata?.['redirect_url'] ?? '';
  const sources = [partFileName !== undefined, base64 !== undefined, url !== ''].filter(Boolean);
  if (sources.length > 1) throw new InvalidError(MULTIPLE_SOURCES);
  if (sources.length === 0) throw InvalidError.at('content', 'No files have been submitted');
  const { field, fileName, redirectUrl } = resolveSource(sent, url);
  assertFileName(field, fileName);
  const mimetype = mediaTypeOf(fileName);
  const error = mediaTypeError(fileType, mimetype);
  if (error !== undefined) throw InvalidError.at(field, error);
  return { field, fileName, mimetype, redirectUrl };
}

/**
 * Decodes a data URL such as `data:image/png;base64,…`.
 * @throws InvalidError on `base64Encoded` without base64 data
 */
export function readBase64(text: string): Buffer {
  const data = /base64,(.*)$/s.exec(text)?.[1]?.replace(/\s+/g, '') ?? '';
  if (data === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) {
    throw InvalidError.at('base64Encoded', 'Invalid content');
  }
  return Buffer.from(data, 'base64');
}

function resolveSource(
  { metadata, partFileName, base64 }: FileUploadInput,
  url: unknown,
): Omit<FileUpload, 'mimetype'> {
  if (partFileName !== undefined) return { field: 'content', fileName: partFileName, redirectUrl: undefined };
  if (base64 === undefined) return resolveRemoteSource(url);
  if (metadata === undefined) throw InvalidError.at('metadata', 'This field is required');
  const { filename } = metadata;
  const fileName = typeof filename === 'string' ? baseName(filename) : '';
  if (fileName === '') throw InvalidError.at('metadata', '`filename` is required');
  return { field: 'base64Encoded', fileName, redirectUrl: undefined };
}

function resolveRemoteSource(url: unknown): Omit<FileUpload, 'mimetype'> {
  const target = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (target === undefined || !REMOTE_PROTOCOLS.has(target.protocol) || target.hostname === '') {
    throw InvalidError.at('metadata', '`redirect_url` is invalid');
  }
  return { field: 'metadata', fileName: baseName(decodePath(target.pathname)), redirectUrl: target.href };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Strips folders: a file name must not become a path, here or on a device. */
function baseName(name: string): string {
  const last = /[^/\\]*$/.exec(name)![0];
  return last === '.' || last === '..' ? '' : last;
}

function assertFileName(field: UploadField, fileName: string): void {
  const problem =
    fileName.length > MAX_NAME_LENGTH
      ? `is longer than ${MAX_NAME_LENGTH} characters; shorten it`
      : unstorableReason(fileName);
  if (problem !== undefined) throw InvalidError.at(field, `The file name ${problem}.`);
}
