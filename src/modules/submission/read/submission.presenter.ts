import { type SubmissionCursor, writeCursor } from '../../../domain/query/submission-order';
import { prefixedUuid } from '../../../domain/submission/instance-document';
import { fillMarkers } from '../../../domain/text/url-text';
import { wireDate } from '../../../domain/text/wire-date';
import { JsonText } from '../../../http/json-text';
import { type PageRequest, linkToPage, linkToPrevious } from '../../../http/pagination/present-page';
import { Reply, StreamedBody } from '../../../http/reply';
import { MarkerTransform } from '../../../http/streaming/marker-transform';
import type { Links } from '../../../http/url/links';
import type { PastSubmission } from './submission-history.service';
import type { SubmissionCounts, SubmissionJson, SubmissionPage, SubmitterCount } from './submission.service';

/** Streams the rows inside the list envelope. */
export function presentSubmissionPage(
  origin: string,
  request: PageRequest,
  page: SubmissionPage,
): StreamedBody {
  const links = { next: linkToNext(request, page.nextCursor), previous: linkToPrevious(request) };
  return presentStreamedPage(origin, page, links);
}

/** Streams the rows of a page inside the list envelope, with these links. */
export function presentStreamedPage(
  origin: string,
  page: Omit<SubmissionPage, 'nextCursor'>,
  { next, previous }: { readonly next: string | null; readonly previous: string | null },
): StreamedBody {
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

export function presentPastSubmission(links: Links, assetUid: string, past: PastSubmission) {
  const { uuid, versionUid, xml, dateReplaced, replacedBy, submissionId, files } = past;
  return {
    _uuid: uuid,
    'meta/instanceID': prefixedUuid(uuid),
    version: versionUid,
    date_replaced: wireDate(dateReplaced),
    replaced_by: replacedBy,
    _attachments: files.map((file) => ({
      uid: file.uid,
      media_file_basename: file.name,
      mimetype: file.mimetype,
      download_url: links.plain.assetResource(assetUid, `data/${submissionId}/attachments/${file.uid}`),
    })),
    xml,
  };
}
