import { PassThrough, Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import {
  type MultipartFile,
  type FormFields,
  type MultipartLimits,
  type MultipartReceiver,
  type MultipartRequest,
  parseMultipart,
} from './multipart-parser';

/** Unread request body. It can be read once: in parts when multipart, else as a whole. */
export interface IncomingForm {
  readonly kind: 'multipart' | 'json' | 'other';
  read(receiver: MultipartReceiver): Promise<FormFields>;
  readJson(): Promise<unknown>;
}

declare global {
  namespace Express {
    /** Body that the BodyReader admitted. */
    interface Locals {
      incomingForm?: IncomingForm;
    }
  }
}

/** Written by the BodyReader only. */
export function setIncomingForm(request: Request, form: IncomingForm): void {
  request.res!.locals.incomingForm = form;
}

/** The body of an `AcceptsParts` route. Throws before the guard has admitted the request. */
export const UnreadForm = createParamDecorator((_: unknown, context: ExecutionContext): IncomingForm => {
  const form = context.switchToHttp().getRequest<Request>().res!.locals.incomingForm;
  if (form === undefined) throw new Error('The request body was not admitted by the guard.');
  return form;
});

interface BufferedFile {
  readonly field: string;
  readonly name: string;
  /** Lower case, without parameters. */
  readonly mimetype: string;
  readonly content: Buffer;
}

/** Files of the form, `unfinished` when more bytes are needed, or `other` when the general parser must read it. */
type FilesOnlyResult = readonly BufferedFile[] | 'unfinished' | 'other';

/** Boundaries that need no unquoting. */
const BOUNDARY = /^multipart\/form-data; ?boundary=([\w'()+,./:=?-]{1,70})$/;
const DISPOSITION = /^form-data; name="([\w.*-]+)"; filename="(?!\.{1,2}")([\w .()*-]+)"$/;
const MEDIA_TYPE = /^([\w.+-]+\/[\w.+-]+)(?:; ?charset=[\w-]+)?$/;
/** Part headers that do not affect the content. */
const IGNORED_HEADERS = new Map([
  ['content-transfer-encoding', /^(binary|8bit|7bit)$/i],
  ['content-length', /^\d+$/],
]);
const MAX_PART_HEADER_BYTES = 1024;
const MAX_FILES = 20;
const HEADERS_END = Buffer.from('\r\n\r\n');

/** Returns the boundary of a form with a plain Content-Type, as collectors send it; undefined otherwise. */
export function simpleBoundary(contentType: string | undefined): string | undefined {
  return contentType === undefined ? undefined : BOUNDARY.exec(contentType)?.[1];
}

/**
 * Parses forms that hold only files, as submissions do. Anything unusual is `other` and left to the general parser
 * (docs/performance.md#multipart-bypass and docs/performance.md#buffered-attachments).
 * @param bytes from the start of the body
 * @param isComplete whether `bytes` is the whole body
 */
export function parseFilesOnlyForm(bytes: Buffer, boundary: string, isComplete: boolean): FilesOnlyResult {
  const unfinished = isComplete ? 'other' : 'unfinished';
  const opening = `--${boundary}\r\n`;
  if (bytes.length < opening.length) return unfinished;
  if (bytes.toString('latin1', 0, opening.length) !== opening) return 'other';
  const files: BufferedFile[] = [];
  for (let at = opening.length; files.length < MAX_FILES;) {
    const headersEnd = bytes.indexOf(HEADERS_END, at);
    if (headersEnd === -1 && bytes.length - at <= MAX_PART_HEADER_BYTES) return unfinished;
    if (headersEnd === -1 || headersEnd - at > MAX_PART_HEADER_BYTES) return 'other';
    const described = parsePartHeaders(bytes.toString('latin1', at, headersEnd));
    if (described === undefined) return 'other';
    const start = headersEnd + HEADERS_END.length;
    const end = bytes.indexOf(`\r\n--${boundary}`, start, 'latin1');
    if (end === -1) return unfinished;
    files.push({ ...described, content: bytes.subarray(start, end) });
    const boundaryEnd = end + opening.length;
    if (bytes.length < boundaryEnd + 2) return unfinished;
    at = boundaryEnd + 2;
    const suffix = bytes.toString('latin1', boundaryEnd, at);
    if (suffix === '--') return isEnd(bytes, at, isComplete) ? (isComplete ? files : unfinished) : 'other';
    if (suffix !== '\r\n') return 'other';
  }
  return 'other';
}

/** Returns whether at most a line break follows the last boundary. */
function isEnd(bytes: Buffer, at: number, isComplete: boolean): boolean {
  const rest = bytes.toString('latin1', at, at + 3);
  return rest === '' || rest === '\r\n' || (rest === '\r' && !isComplete);
}

/** Parses the headers of a file part; undefined for unknown or malformed ones. */
function parsePartHeaders(text: string): Omit<BufferedFile, 'content'> | undefined {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(': ');
    const name = line.slice(0, colon).toLowerCase();
    if (colon === -1 || headers.has(name)) return undefined;
    headers.set(name, line.slice(colon + 2));
  }
  const disposition = DISPOSITION.exec(headers.get('content-disposition') ?? '');
  const type = MEDIA_TYPE.exec(headers.get('content-type') ?? '');
  if (disposition === null || type === null) return undefined;
  for (const [name, value] of headers) {
    if (name === 'content-disposition' || name === 'content-type') continue;
    if (IGNORED_HEADERS.get(name)?.test(value) !== true) return undefined;
  }
  return { field: disposition[1]!, name: disposition[2]!, mimetype: type[1]!.toLowerCase() };
}

/** Forms up to this size are buffered, to find out whether they hold only files. */
const MAX_BUFFERED_FORM_BYTES = 512 * 1024;

/**
 * Reads a multipart form: small forms that hold only files from memory, all others by the streaming parser.
 * @throws what `parseMultipart` throws
 */
export async function readMultipartForm(
  form: MultipartRequest,
  limits: MultipartLimits,
  receiver: MultipartReceiver,
): Promise<FormFields> {
  const { headers } = form.request;
  const size = Number(headers['content-length'] ?? Infinity);
  const boundary = size <= MAX_BUFFERED_FORM_BYTES ? simpleBoundary(headers['content-type']) : undefined;
  if (boundary === undefined || form.source !== form.request) return parseMultipart(form, limits, receiver);
  const result = await readFilesOnly(form.source, size, boundary);
  if (result instanceof Readable) return parseMultipart({ ...form, source: result }, limits, receiver);
  await Promise.all(result.map((file) => receiver.file(multipartFile(file))));
  return {};
}

/**
 * Returns the files of a form that holds nothing else; for other forms, a stream of the whole body.
 * @param size Content-Length, which the parser of Node enforces
 */
function readFilesOnly(
  source: Readable,
  size: number,
  boundary: string,
): Promise<readonly BufferedFile[] | Readable> {
  return new Promise((resolve) => {
    const body = Buffer.allocUnsafeSlow(size);
    let received = 0;
    let isLikely = false;
    const settle = (result: readonly BufferedFile[] | Readable): void => {
      source.off('data', onData).off('end', onEnd);
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      received += chunk.copy(body, received);
      // Parsing again for every chunk would be quadratic.
      if (isLikely) return;
      const seen = body.subarray(0, received);
      if (parseFilesOnlyForm(seen, boundary, false) !== 'other') {
        isLikely = received > MAX_PART_HEADER_BYTES;
        return;
      }
      const whole = new PassThrough();
      whole.write(seen);
      settle(whole);
      source.pipe(whole);
    };
    const onEnd = (): void => {
      const seen = body.subarray(0, received);
      const result = parseFilesOnlyForm(seen, boundary, true);
      settle(typeof result === 'string' ? new PassThrough().end(seen) : result);
    };
    source.on('data', onData).once('end', onEnd);
  });
}

/** Releases nothing from the budget: the whole form stays in memory until the request ends. */
function multipartFile({ content, ...described }: BufferedFile): MultipartFile {
  return { ...described, content: [content], stream: () => [content] };
}
