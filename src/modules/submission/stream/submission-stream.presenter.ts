import { MarkerReplacer } from '../../../http/streaming/marker-transform';
import { writeChunks } from '../../../http/streaming/write-chunks';
import { StreamedBody } from '../../../http/reply';
import type { SubmissionStream } from './submission-stream.service';

export function presentNdjson(origin: string, { ownerUsername, chunks }: SubmissionStream): StreamedBody {
  const markers = new MarkerReplacer({ host: origin, ownerUsername });
  return new StreamedBody('application/x-ndjson', (sink) => writeChunks(sink, replaced(markers, chunks())));
}

/** CSV contains no attachment URLs, so no placeholders are replaced. */
export function presentCsv(chunks: () => AsyncIterable<Uint8Array>): StreamedBody {
  return new StreamedBody('text/csv; charset=utf-8', (sink) => writeChunks(sink, chunks()));
}

async function* replaced(markers: MarkerReplacer, chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const chunk of chunks) yield* markers.replaceAll(chunk);
}
