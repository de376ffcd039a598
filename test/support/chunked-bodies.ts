import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const CHUNK_BYTES = 64 * 1024;

export const BOUNDARY = 'a-boundary-of-tests';
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Body of `bytes` bytes, generated while it is sent: memory for one chunk. */
export function generateBody(bytes: number, letter = 'A'): Readable {
  return Readable.from(chunksOf(bytes, letter));
}

/** File of `bytes` bytes that repeats one chunk in memory. */
export function largeFile(bytes: number, letter = 'A'): Blob {
  const chunk = new Blob([Buffer.alloc(CHUNK_BYTES, letter)]);
  const whole = Array<Blob>(Math.floor(bytes / CHUNK_BYTES)).fill(chunk);
  return new Blob([...whole, chunk.slice(0, bytes % CHUNK_BYTES)]);
}

export interface ChunkedForm {
  readonly fields?: Readonly<Record<string, string>>;
  readonly name: string;
  readonly filename: string;
  readonly chunks: readonly Uint8Array[];
}

/** Sends the form with Content-Length. @throws Error as `postForm` does */
export function postChunkedForm(
  url: string,
  authorization: string,
  { fields = {}, name, filename, chunks: pieces }: ChunkedForm,
): Promise<{ status: number; text: string }> {
  const part = (disposition: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const before = Object.entries(fields).map(([field, value]) => `${part(`name="${field}"`)}${value}\r\n`);
  const whole = [
    Buffer.from(`${before.join('')}${part(`name="${name}"; filename="${filename}"`)}`),
    ...pieces,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ];
  const length = whole.reduce((sum, chunk) => sum + chunk.length, 0);
  return postForm(url, { Authorization: authorization, 'Content-Length': length }, whole);
}

/** Streams a multipart body; `FormData` and `fetch` would copy it. @throws Error without a response */
export async function postForm(
  url: string,
  headers: OutgoingHttpHeaders,
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<{ status: number; text: string }> {
  const sent = request(url, { method: 'POST', headers: { ...headers, 'Content-Type': FORM_TYPE } });
  // The service may refuse and close before it has read the body: a pipeline error is expected then.
  pipeline(Readable.from(body), sent, () => undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, text: await text(response) };
}

/** Yields `bytes` bytes in chunks that share one buffer. */
export function* chunksOf(bytes: number, letter = 'A'): Generator<Buffer> {
  const chunk = Buffer.alloc(CHUNK_BYTES, letter);
  for (let remaining = bytes; remaining > 0; remaining -= CHUNK_BYTES) yield chunk.subarray(0, remaining);
}
