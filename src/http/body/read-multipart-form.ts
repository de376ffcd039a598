import { PassThrough, Readable } from 'node:stream';
import {
  type MultipartFile,
  type FormFields,
  type MultipartLimits,
  type MultipartReceiver,
  type MultipartRequest,
  parseMultipart,
} from './multipart-parser';
import {
  parseFilesOnlyForm,
  MAX_PART_HEADER_BYTES,
  simpleBoundary,
  type BufferedFile,
} from './files-only-form';

/** Forms up to this size are buffered, to try the fast path for files. */
export const MAX_BUFFERED_FORM_BYTES = 512 * 1024;

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
  const isSmall = Number(headers['content-length'] ?? Infinity) <= MAX_BUFFERED_FORM_BYTES;
  const boundary = isSmall ? simpleBoundary(headers['content-type']) : undefined;
  if (boundary === undefined || form.source !== form.request) return parseMultipart(form, limits, receiver);
  const result = await readFilesOnly(form.source, boundary);
  if (result instanceof Readable) return parseMultipart({ ...form, source: result }, limits, receiver);
  await Promise.all(result.map((file) => receiver.file(multipartFile(file))));
  return {};
}

/** Returns the files of a form that holds nothing else; for other forms, a stream of the whole body. */
function readFilesOnly(source: Readable, boundary: string): Promise<readonly BufferedFile[] | Readable> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let isLikely = false;
    const settle = (result: readonly BufferedFile[] | Readable): void => {
      source.off('data', onData).off('end', onEnd);
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      // Parsing again for every chunk would be quadratic.
      if (isLikely) return;
      const seen = Buffer.concat(chunks);
      if (parseFilesOnlyForm(seen, boundary, false) !== 'other') {
        isLikely = seen.length > MAX_PART_HEADER_BYTES;
        return;
      }
      const whole = new PassThrough();
      whole.write(seen);
      settle(whole);
      source.pipe(whole);
    };
    const onEnd = (): void => {
      const seen = Buffer.concat(chunks);
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
