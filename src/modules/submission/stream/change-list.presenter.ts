import { wireDate } from '../../../domain/text/wire-date';
import { MarkerTransform } from '../../../http/streaming/marker-transform';
import { StreamedBody } from '../../../http/reply';
import type { ListedChange, ChangePage } from './change-list.service';

/**
 * `{"token", "next", "results": [{"kind", "_id", "date", "submission"}]}`; `next` is null when the client is up to date
 * (decision 74). @param url of this request
 */
export function presentChanges(origin: string, url: URL, page: ChangePage): StreamedBody {
  const { changes, token, hasMore, ownerUsername } = page;
  const stages = page.hasMarkers ? [new MarkerTransform({ host: origin, ownerUsername })] : [];
  const head = `${openEnd({ token, next: hasMore ? linkTo(url, token) : null })},"results":[`;
  const before = changes.map((change) => `${openEnd(presentChange(change))},"submission":`);
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

/** JSON of an object without the closing brace, to append members. */
function openEnd(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}
