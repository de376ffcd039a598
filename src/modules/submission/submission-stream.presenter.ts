import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MarkerFilling } from '../../http/streaming/marker-filling';
import { StreamedBody } from '../../http/streaming/streamed-body';
import type { SubmissionStream } from './submission-stream.service';

/** All submissions, each a line of JSON. */
export function presentLines(origin: string, stream: SubmissionStream): StreamedBody {
  return streamed('application/x-ndjson', origin, stream);
}

/** All submissions as a table. */
export function presentTable(origin: string, stream: SubmissionStream): StreamedBody {
  return streamed('text/csv; charset=utf-8', origin, stream);
}

function streamed(
  contentType: string,
  origin: string,
  { ownerUsername, pieces }: SubmissionStream,
): StreamedBody {
  return new StreamedBody(contentType, (sink) =>
    pipeline(Readable.from(pieces()), new MarkerFilling({ host: origin, ownerUsername }), sink),
  );
}
