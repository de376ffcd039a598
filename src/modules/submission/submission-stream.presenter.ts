import { Markers } from '../../http/streaming/marker-filling';
import { pulledInto } from '../../http/streaming/pulled-into';
import { StreamedBody } from '../../http/streaming/streamed-body';
import type { SubmissionStream } from './submission-stream.service';

/** All submissions, each a line of JSON. */
export function presentLines(origin: string, { ownerUsername, pieces }: SubmissionStream): StreamedBody {
  const markers = new Markers({ host: origin, ownerUsername });
  return new StreamedBody('application/x-ndjson', (sink) => pulledInto(sink, filled(markers, pieces())));
}

/** All submissions as a table. It tells of no files: markers are not looked for in what people wrote. */
export function presentTable(pieces: () => AsyncIterable<Uint8Array>): StreamedBody {
  return new StreamedBody('text/csv; charset=utf-8', (sink) => pulledInto(sink, pieces()));
}

async function* filled(markers: Markers, pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const piece of pieces) yield* markers.filled(piece);
}
