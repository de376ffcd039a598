import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OpenedFile } from '../../../domain/file/staged-file';
import { Reply, StreamedBody } from '../../../http/reply';
import { fileResponse, attachmentDisposition } from '../../../http/streaming/file-response';
import { writeChunks } from '../../../http/streaming/marker-transform';
import type { Links } from '../../../http/url/links';
import type { ExpectedSubmissionFile } from './expected-file.service';

export function presentAttachment(file: OpenedFile): Reply {
  return fileResponse(file, { allowInline: true });
}

/** Body of a removal (contract-data 3.8). */
export function presentRemovedAttachments(count: number) {
  return { message: `${count} attachments deleted` };
}

export function presentArchive(uid: string, zip: Readable): Reply {
  const body = new StreamedBody(
    'application/zip',
    (sink) => pipeline(zip, sink),
    () => zip.destroy(),
  );
  return new Reply(200, body, { 'Content-Disposition': attachmentDisposition(`${uid}.zip`) });
}

export function presentAuditTable(uid: string, chunks: () => AsyncIterable<Uint8Array>): Reply {
  const body = new StreamedBody('text/csv; charset=utf-8', (sink) => writeChunks(sink, chunks()));
  return new Reply(200, body, { 'Content-Disposition': attachmentDisposition(`${uid}-audit.csv`) });
}

/** An expected file and its state (contract-data 3.8). */
export function presentExpectedFile(links: Links, assetUid: string, expected: ExpectedSubmissionFile) {
  const { answer, file, submissionId } = expected;
  const isReceived = file !== undefined && !file.isDeleted;
  return {
    question_xpath: answer.questionXpath,
    media_file_basename: answer.fileName,
    state: isReceived ? 'received' : file === undefined ? 'missing' : 'removed',
    uid: file?.uid ?? null,
    download_url: isReceived
      ? links.plain.assetResource(assetUid, `data/${submissionId}/attachments/${file.uid}`)
      : null,
  };
}
