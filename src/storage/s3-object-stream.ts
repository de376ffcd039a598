import { Readable } from 'node:stream';
import { NotFoundError } from '../domain/errors';
import type { ObjectPart } from './s3-bucket';
import { s3Failure } from './s3-failure';

/** Reconnects without a byte in between. */
const MAX_CONSECUTIVE_BREAKS = 3;
const BUFFERED_BYTES = 64 * 1024;

export interface ObjectSource {
  readonly idleTimeoutMs: number;
  /** Opens the object from byte `start` on; undefined if it no longer exists. */
  readonly readFrom: (start: number) => Promise<ObjectPart | undefined>;
}

/**
 * Streams an object and resumes it when the connection breaks or times out; content-addressed bytes never change.
 * @param start offset of `part` in the object
 */
export function objectStream(
  part: ObjectPart,
  start: number,
  { idleTimeoutMs, readFrom }: ObjectSource,
): Readable {
  let body = part.body;
  const end = start + part.byteSize;
  async function* bytes(): AsyncGenerator<Buffer> {
    let [position, breaks] = [start, 0];
    while (position < end) {
      try {
        for await (const chunk of withIdleTimeout(body, idleTimeoutMs)) {
          position += chunk.length;
          breaks = 0;
          yield chunk;
        }
        if (position < end) throw new Error('S3 sent fewer bytes than announced.');
      } catch (error) {
        breaks += 1;
        if (breaks > MAX_CONSECUTIVE_BREAKS) throw s3Failure(error);
        const rest = await readFrom(position);
        if (rest === undefined) throw new NotFoundError('The file no longer exists.');
        ({ body } = rest);
      }
    }
  }
  // Destroys the body also if the reader is closed before its first byte.
  return Readable.from(bytes(), { objectMode: false, highWaterMark: BUFFERED_BYTES }).once('close', () =>
    body.destroy(),
  );
}

/** Times out waits for S3, not waits for the reader. */
async function* withIdleTimeout(body: Readable, idleTimeoutMs: number): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const timer = setTimeout(() => body.destroy(new Error('S3 timed out.')), idleTimeoutMs);
    const next = await chunks.next().finally(() => clearTimeout(timer));
    if (next.done === true) return;
    yield next.value;
  }
}
