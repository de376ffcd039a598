import { PassThrough, Readable } from 'node:stream';
import { glanceAtForm, LONGEST_HEAD, type OnlyFile, plainBoundary } from './only-file';
import {
  type FilePart,
  type FormFields,
  type FormLimits,
  type FormReceiver,
  type FormSource,
  passing,
  readMultipart,
} from './multipart-form';

/** A form of one file up to this size is looked at as it lies in memory. */
export const SMALL_FORM_BYTES = 256 * 1024;

/**
 * Reads a multipart form. One that is small and turns out to hold one file alone is handed on as it is; every other one
 * goes to the parser, from its first byte on, as soon as that is seen.
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
  await receiver.file(partOf(begun, form));
  return {};
}

/** The only file of a form, or all of its bytes, those included that were looked at. */
function begin(source: Readable, boundary: string): Promise<OnlyFile | Readable> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let isLikely = false;
    const settle = (outcome: OnlyFile | Readable): void => {
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

function partOf({ content, ...described }: OnlyFile, { held }: FormSource): FilePart {
  return {
    ...described,
    content: [content],
    passOn: () => passing(Readable.from([content], { objectMode: false }), held),
  };
}
