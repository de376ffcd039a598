import { sanitizePathSegment } from '../text/path-segment';
import { HOST_MARKER, OWNER_MARKER, SUBMISSION_ID_MARKER } from '../text/url-marker';

export interface AttachmentFacts {
  /** `att` and 21 characters. */
  readonly uid: string;
  readonly fileName: string;
  readonly mimetype: string;
  /** Soft-deleted or purged. */
  readonly deleted: boolean;
  /** `FileAnswer.questionXpath` of the question that names the file; '' when none does. */
  readonly questionXpath: string;
}

export interface AttachmentLocation {
  readonly assetUid: string;
  readonly formUuid: string;
  /** Without `uuid:`. */
  readonly rootUuid: string;
}

const THUMBNAILS = ['large', 'medium', 'small'] as const;

/**
 * Renders one element of `_attachments` (contract-data 1.3), with markers for host, owner and `_id` (url-marker.ts).
 * Only images have thumbnail URLs.
 */
export function attachmentJson(attachment: AttachmentFacts, location: AttachmentLocation): string {
  const { uid, fileName, mimetype, deleted, questionXpath } = attachment;
  const url =
    `${HOST_MARKER}/api/v2/assets/${location.assetUid}/data${SUBMISSION_ID_MARKER}` + `/attachments/${uid}/`;
  const thumbnails = mimetype.startsWith('image/')
    ? THUMBNAILS.map((size) => `"download_${size}_url":${url}${size}/",`).join('')
    : '';
  const folder = jsonStringContent(
    `/attachments/${location.formUuid}/${location.rootUuid}/${sanitizePathSegment(fileName)}`,
  );
  return (
    `{"download_url":${url}",${thumbnails}` +
    `"mimetype":${JSON.stringify(mimetype)},"filename":${OWNER_MARKER}${folder}",` +
    `"media_file_basename":${JSON.stringify(fileName)},"uid":${JSON.stringify(uid)},` +
    `"is_deleted":${deleted},"question_xpath":${JSON.stringify(questionXpath)}}`
  );
}

/** Renders the `_attachments` array, in the given order. */
export function attachmentsJson(
  attachments: readonly AttachmentFacts[],
  location: AttachmentLocation,
): string {
  return attachments.length === 0
    ? '[]'
    : `[${attachments.map((each) => attachmentJson(each, location)).join(',')}]`;
}

/** JSON-escapes text, without the quotes. */
function jsonStringContent(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
