import { type SubmissionCursor, writeCursor } from '../../../domain/query/submission-cursor';
import { wireDate } from '../../../domain/text/wire-date';
import { fillMarkers } from '../../../domain/text/url-marker';
import { JsonText } from '../../../http/json-text';
import { type PageRequest, linkToPage, linkToPrevious } from '../../../http/pagination/present-page';
import { Reply, StreamedBody } from '../../../http/reply';
import { MarkerTransform } from '../../../http/streaming/marker-transform';
import type { SubmissionCounts, SubmissionJson, SubmissionPage, SubmitterCount } from './submission.service';

/** Streams the rows inside the list envelope. */
export function presentSubmissionPage(
  origin: string,
  request: PageRequest,
  page: SubmissionPage,
): StreamedBody {
  const next = linkToNext(request, page.nextCursor);
  const previous = linkToPrevious(request);
  const head = `{"count":${page.count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":[`;
  const stages = page.hasMarkers
    ? [new MarkerTransform({ host: origin, ownerUsername: page.ownerUsername })]
    : [];
  return new StreamedBody('application/json', (sink) => page.writeRows(sink, { head, tail: ']}' }, stages));
}

/**
 * Link with `start` for display and the cursor `after`, which makes deep pages as fast as the first (decision 11).
 * Null on the last page.
 */
export function linkToNext(
  { window: { limit, start }, url }: PageRequest,
  nextCursor: SubmissionCursor | undefined,
): string | null {
  return nextCursor === undefined
    ? null
    : linkToPage(url, { limit, start: start + limit }, writeCursor(nextCursor));
}

export function presentSubmission(origin: string, { json, ownerUsername }: SubmissionJson): JsonText {
  return new JsonText(fillMarkers(json, { host: origin, ownerUsername }));
}

export function presentCopy(origin: string, submission: SubmissionJson): Reply<JsonText> {
  return new Reply(201, presentSubmission(origin, submission));
}

/** Body of `GET …/counts/users/`. */
export function presentCountsByUser(counts: readonly SubmitterCount[]) {
  return {
    results: counts.map(({ username, submissions, lastSubmitted }) => ({
      username,
      submission_count: submissions,
      last_submission_time: wireDate(lastSubmitted),
    })),
  };
}

/** Body of `GET …/counts/` (contract-data 6). */
export function presentCounts({ total, daily }: SubmissionCounts) {
  return { daily_submission_counts: daily, total_submission_count: total };
}
