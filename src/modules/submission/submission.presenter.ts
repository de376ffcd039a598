import { pipeline } from 'node:stream/promises';
import { fillMarkers } from '../../domain/text/url-marker';
import { JsonText } from '../../http/json-text';
import { type AskedPage, linkToPage, linkToPrevious } from '../../http/pagination/present-page';
import { Reply } from '../../http/reply';
import { attachmentDisposition } from '../../http/streaming/content-disposition';
import { MarkerFilling } from '../../http/streaming/marker-filling';
import { StreamedBody } from '../../http/streaming/streamed-body';
import type { AttachmentFile, SubmissionCounts, SubmissionJson, SubmissionPage } from './submission.service';

/**
 * The envelope around rows that are streamed. `next` carries `start` for the eye and `after`, which wins, so that the
 * last page costs what the first does (decision 11).
 */
export function presentSubmissionPage(origin: string, asked: AskedPage, page: SubmissionPage): StreamedBody {
  const { limit, start } = asked.window;
  const { lastId, size, count } = page;
  const hasNext = size === limit && start + size < count;
  const next = hasNext ? linkToPage(asked.url, { limit, start: start + limit }, lastId) : null;
  const previous = linkToPrevious(asked);
  const head = `{"count":${count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":[`;
  const stages = page.hasMarkers
    ? [new MarkerFilling({ host: origin, ownerUsername: page.ownerUsername })]
    : [];
  return new StreamedBody('application/json', (sink) => page.writeRows(sink, { head, tail: ']}' }, stages));
}

export function presentSubmission(origin: string, { json, ownerUsername }: SubmissionJson): JsonText {
  return new JsonText(fillMarkers(json, { host: origin, ownerUsername }));
}

/** The body of `GET …/counts/` (contract-data 6). */
export function presentCounts({ total, daily }: SubmissionCounts) {
  return { daily_submission_counts: daily, total_submission_count: total };
}

/** A file that strangers sent: never run and never sniffed by a browser. */
export function presentAttachment({ name, mimetype, byteSize, content }: AttachmentFile) {
  const body = new StreamedBody(
    mimetype,
    (sink) => pipeline(content, sink),
    () => content.destroy(),
  );
  return new Reply(200, body, {
    'Content-Length': String(byteSize),
    'Content-Disposition': attachmentDisposition(name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, max-age=3600',
  });
}
