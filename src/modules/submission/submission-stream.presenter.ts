import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MarkerFilling } from '../../http/streaming/marker-filling';
import { StreamedBody } from '../../http/streaming/streamed-body';
import type { SubmissionStream } from './submission-stream.service';

/** All submissions, each a line of JSON. */
export function presentLines(origin: string, { ownerUsername, pieces }: SubmissionStream): StreamedBody {
  return new StreamedBody('application/x-ndjson', (sink) =>
    pipeline(Readable.from(pieces()), new MarkerFilling({ host: origin, ownerUsername }), sink),
  );
}

/** All submissions as a table. It tells of no files: markers are not looked for in what people wrote. */
export function presentTable(pieces: () => AsyncIterable<Uint8Array>): StreamedBody {
  return new StreamedBody('text/csv; charset=utf-8', (sink) => pipeline(Readable.from(pieces()), sink));
}
