import { wireDate } from '../../../domain/text/wire-date';
import type { Links } from '../../../http/url/links';
import type { PastSubmission } from './submission-history.service';
import { prefixedUuid } from '../../../domain/submission/instance-document';

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
