import { wireDate } from '../../../domain/text/wire-date';
import { openJsonObject } from '../../../http/json-text';
import { StreamedBody } from '../../../http/reply';
import { MarkerReplacer, MarkerTransform } from '../../../http/streaming/marker-transform';
import { writeChunks } from '../../../http/streaming/write-chunks';
import type { ListedChange, ChangePage } from './change-list.service';
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

/**
 * `{"token", "next", "results": [{"kind", "_id", "date", "submission"}]}`; `next` is null when the client is up to date
 * (decision 74). @param url of this request
 */
export function presentChanges(origin: string, url: URL, page: ChangePage): StreamedBody {
  const { changes, token, hasMore, ownerUsername } = page;
  const stages = page.hasMarkers ? [new MarkerTransform({ host: origin, ownerUsername })] : [];
  const head = `${openJsonObject({ token, next: hasMore ? linkTo(url, token) : null })},"results":[`;
  const before = changes.map((change) => `${openJsonObject(presentChange(change))},"submission":`);
  return new StreamedBody('application/json', (sink) =>
    page.writeSubmissions(sink, { head, before, after: '}', tail: ']}' }, stages),
  );
}

function presentChange({ kind, submissionId, changedAt }: ListedChange) {
  return { kind, _id: submissionId, date: wireDate(changedAt) };
}

function linkTo(url: URL, token: string): string {
  const next = new URL(url);
  next.searchParams.set('since', token);
  return next.href;
}
