import type { Links } from '../../http/url/links';
import type { ExpectedSubmissionFile } from './expected-file.service';

/** A file that an answer names, and what became of it (contract-data 3.8). */
export function presentExpectedFile(links: Links, assetUid: string, expected: ExpectedSubmissionFile) {
  const { answer, file, submissionId } = expected;
  const isThere = file !== undefined && !file.isDeleted;
  return {
    question_xpath: answer.questionXpath,
    media_file_basename: answer.fileName,
    state: isThere ? 'received' : file === undefined ? 'missing' : 'removed',
    uid: file?.uid ?? null,
    download_url: isThere
      ? links.plain.ofAsset(assetUid, `data/${submissionId}/attachments/${file.uid}`)
      : null,
  };
}
