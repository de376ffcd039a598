import type { OpenedFile } from '../../domain/file/opened-file';
import { type SubmissionPosition, writePosition } from '../../domain/query/submission-position';
import { fillMarkers } from '../../domain/text/url-marker';
import { JsonText } from '../../http/json-text';
import { type AskedPage, linkToPage, linkToPrevious } from '../../http/pagination/present-page';
import { Reply } from '../../http/reply';
import { fileAnswer } from '../../http/streaming/file-answer';
import { MarkerFilling } from '../../http/streaming/marker-filling';
import { StreamedBody } from '../../http/streaming/streamed-body';
import type { SubmissionCounts, SubmissionJson, SubmissionPage } from './submission.service';

/** The envelope around rows that are streamed. */
export function presentSubmissionPage(origin: string, asked: AskedPage, page: SubmissionPage): StreamedBody {
  const next = linkToNext(asked, page.end);
  const previous = linkToPrevious(asked);
  const head = `{"count":${page.count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":[`;
  const stages = page.hasMarkers
    ? [new MarkerFilling({ host: origin, ownerUsername: page.ownerUsername })]
    : [];
  return new StreamedBody('application/json', (sink) => page.writeRows(sink, { head, tail: ']}' }, stages));
}

/**
 * `next` carries `start` for the eye and `after`, which wins, so that the last page costs what the first does (decision
 * 11). Null from the last page.
 */
export function linkToNext(
  { window: { limit, start }, url }: AskedPage,
  end: SubmissionPosition | undefined,
): string | null {
  return end === undefined ? null : linkToPage(url, { limit, start: start + limit }, writePosition(end));
}

export function presentSubmission(origin: string, { json, ownerUsername }: SubmissionJson): JsonText {
  return new JsonText(fillMarkers(json, { host: origin, ownerUsername }));
}

/** 201 with the submission that was made. */
export function presentCopy(origin: string, submission: SubmissionJson): Reply<JsonText> {
  return new Reply(201, presentSubmission(origin, submission));
}

/** The body of `GET …/counts/` (contract-data 6). */
export function presentCounts({ total, daily }: SubmissionCounts) {
  return { daily_submission_counts: daily, total_submission_count: total };
}

/** A file that came with a submission. */
export function presentAttachment(file: OpenedFile): Reply {
  return fileAnswer(file, { mayShow: true });
}
