import { Readable } from 'node:stream';
import { NotFoundError } from '../domain/errors';
import type { ObjectPart } from './s3-bucket';
import { s3Failure } from './s3-failure';

/** Connections that may break one after the other without a byte between them. */
const MOST_BREAKS = 3;
const BUFFERED_BYTES = 64 * 1024;

export interface Source {
  /** How long S3 may be silent in the middle of an object. */
  readonly patienceMs: number;
  /** The rest of the object, from its byte `start` on; undefined when it is gone. */
  readonly askRest: (start: number) => Promise<ObjectPart | undefined>;
}

/**
 * The bytes of an object that has begun to come. When the connection breaks or falls silent, the rest is asked for: under
 * the name of their hash bytes never change.
 * @param start the first byte of `part` in the object
 */
export function reading(part: ObjectPart, start: number, { patienceMs, askRest }: Source): Readable {
  let body = part.body;
  const end = start + part.byteSize;
  async function* bytes(): AsyncGenerator<Buffer> {
    let [position, breaks] = [start, 0];
    while (position < end) {
      try {
        for await (const chunk of audible(body, patienceMs)) {
          position += chunk.length;
          breaks = 0;
          yield chunk;
        }
        if (position < end) throw new Error('S3 sent less than it promised.');
      } catch (error) {
        breaks += 1;
        if (breaks > MOST_BREAKS) throw s3Failure(error);
        const rest = await askRest(position);
        if (rest === undefined) throw new NotFoundError('The file is not here any more.');
        ({ body } = rest);
      }
    }
  }
  // Also for whoever turns away before the first byte.
  return Readable.from(bytes(), { objectMode: false, highWaterMark: BUFFERED_BYTES }).once('close', () =>
    body.destroy(),
  );
}

/** Chunks as they come; it is S3 that may not be silent for long, the reader may take its time. */
async function* audible(body: Readable, patienceMs: number): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const silence = setTimeout(() => body.destroy(new Error('S3 fell silent.')), patienceMs);
    const next = await chunks.next().finally(() => clearTimeout(silence));
    if (next.done === true) return;
    yield next.value;
  }
}
