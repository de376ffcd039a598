import type { Writable } from 'node:stream';

/**
 * A body that is written while it is read: the bytes of rows pass from the database to the socket and are never held
 * as a whole.
 */
export class StreamedBody {
  constructor(
    readonly contentType: string,
    /** Writes the whole body and ends the sink; rejects when either side breaks. */
    readonly writeTo: (sink: Writable) => Promise<void>,
    /** Lets go of what is open behind a body that nobody asked for (HEAD). */
    readonly abandon: () => void = () => undefined,
  ) {}
}
