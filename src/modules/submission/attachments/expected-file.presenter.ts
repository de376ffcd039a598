import type { Links } from '../../../http/url/links';
import type { ExpectedSubmissionFile } from './expected-file.service';

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
