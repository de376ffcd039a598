import { wireDate } from '../../domain/text/wire-date';
import { MarkerFilling } from '../../http/streaming/marker-filling';
import { StreamedBody } from '../../http/streaming/streamed-body';
import type { FedChange, FeedPage } from './change-feed.service';

/**
 * `{"token", "next", "results": [{"kind", "_id", "date", "submission"}]}`; `next` is null once a reader is in step, and
 * the token then says where to go on (decision 74). @param url of this request
 */
export function presentFeed(origin: string, url: URL, page: FeedPage): StreamedBody {
  const { changes, token, isFull, ownerUsername } = page;
  const stages = page.hasMarkers ? [new MarkerFilling({ host: origin, ownerUsername })] : [];
  const head = `${openEnd({ token, next: isFull ? linkTo(url, token) : null })},"results":[`;
  const before = changes.map((change) => `${openEnd(presentChange(change))},"submission":`);
  return new StreamedBody('application/json', (sink) =>
    page.writeSubmissions(sink, { head, before, after: '}', tail: ']}' }, stages),
  );
}

function presentChange({ kind, submissionId, changedAt }: FedChange) {
  return { kind, _id: submissionId, date: wireDate(changedAt) };
}

function linkTo(url: URL, token: string): string {
  const next = new URL(url);
  next.searchParams.set('since', token);
  return next.href;
}

/** An object as JSON without its closing brace, so that more can follow. */
function openEnd(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}
