import { PassThrough, Readable } from 'node:stream';
import {
  type FilePart,
  type FormFields,
  type FormLimits,
  type FormReceiver,
  type FormSource,
  readMultipart,
} from './multipart-form';
import { glanceAtForm, LONGEST_HEAD, plainBoundary, type PlainFile } from './plain-files';

/** A form of files up to this size is looked at as it lies in memory. */
export const SMALL_FORM_BYTES = 512 * 1024;

/**
 * Reads a multipart form. The files of one that is small and holds nothing else are handed on as they lie in memory; every
 * other one goes to the parser, from its first byte on.
 * @throws as `readMultipart` does
 */
export async function readForm(
  form: FormSource,
  limits: FormLimits,
  receiver: FormReceiver,
): Promise<FormFields> {
  const { headers } = form.request;
  const isSmall = Number(headers['content-length'] ?? Infinity) <= SMALL_FORM_BYTES;
  const boundary = isSmall ? plainBoundary(headers['content-type']) : undefined;
  if (boundary === undefined || form.source !== form.request) return readMultipart(form, limits, receiver);
  const begun = await begin(form.source, boundary);
  if (begun instanceof Readable) return readMultipart({ ...form, source: begun }, limits, receiver);
  await Promise.all(begun.map((file) => receiver.file(partOf(file))));
  return {};
}

/** The files of a form that holds nothing else, or all of its bytes, those included that were looked at. */
function begin(source: Readable, boundary: string): Promise<readonly PlainFile[] | Readable> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let isLikely = false;
    const settle = (outcome: readonly PlainFile[] | Readable): void => {
      source.off('data', look).off('end', end);
      resolve(outcome);
    };
    const look = (chunk: Buffer): void => {
      chunks.push(chunk);
      // Looked at again and again, bytes that come one by one would cost their number squared.
      if (isLikely) return;
      const seen = Buffer.concat(chunks);
      if (glanceAtForm(seen, boundary, false) !== 'other') {
        isLikely = seen.length > LONGEST_HEAD;
        return;
      }
      const whole = new PassThrough();
      whole.write(seen);
      settle(whole);
      source.pipe(whole);
    };
    const end = (): void => {
      const seen = Buffer.concat(chunks);
      const found = glanceAtForm(seen, boundary, true);
      settle(typeof found === 'string' ? new PassThrough().end(seen) : found);
    };
    source.on('data', look).once('end', end);
  });
}

/** It is held in memory until the request is over, whoever lets it flow on. */
function partOf({ content, ...described }: PlainFile): FilePart {
  return { ...described, content: [content], passOn: () => [content] };
}
