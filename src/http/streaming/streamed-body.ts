import type { Writable } from 'node:stream';

/** Body streamed from the database to the socket, never held in memory as a whole. */
export class StreamedBody {
  constructor(
    readonly contentType: string,
    /** Writes the whole body and ends the sink; rejects when either side fails. */
    readonly writeTo: (sink: Writable) => Promise<void>,
    /** Releases the source of a body that is not sent (HEAD). */
    readonly release: () => void = () => undefined,
  ) {}
}
