import { pathName } from '../text/path-name';
import { HOST_MARKER, OWNER_MARKER, SUBMISSION_ID_MARKER } from '../text/url-marker';

/** An attachment as its submission's JSON shows it. */
export interface AttachmentFacts {
  /** `att` and 21 characters. */
  readonly uid: string;
  /** The file's name as the client sent it. */
  readonly fileName: string;
  readonly mimetype: string;
  /** In the trash or removed for good. */
  readonly deleted: boolean;
  /** `FileAnswer.questionXpath` of the question that names the file; '' when none does. */
  readonly questionXpath: string;
}

/** Whose attachments these are. */
export interface AttachmentPlace {
  readonly assetUid: string;
  readonly formUuid: string;
  /** Bare. */
  readonly rootUuid: string;
}

const THUMBNAILS = ['large', 'medium', 'small'] as const;

/**
 * One element of `_attachments` (contract-data 1.3), with markers for host, owner and `_id` (see url-marker.ts).
 * Images have three more URLs than other files.
 */
export function attachmentJson(attachment: AttachmentFacts, place: AttachmentPlace): string {
  const { uid, fileName, mimetype, deleted, questionXpath } = attachment;
  const url =
    `${HOST_MARKER}/api/v2/assets/${place.assetUid}/data${SUBMISSION_ID_MARKER}` + `/attachments/${uid}/`;
  const thumbnails = mimetype.startsWith('image/')
    ? THUMBNAILS.map((size) => `"download_${size}_url":${url}${size}/",`).join('')
    : '';
  const folder = inside(`/attachments/${place.formUuid}/${place.rootUuid}/${pathName(fileName)}`);
  return (
    `{"download_url":${url}",${thumbnails}` +
    `"mimetype":${JSON.stringify(mimetype)},"filename":${OWNER_MARKER}${folder}",` +
    `"media_file_basename":${JSON.stringify(fileName)},"uid":${JSON.stringify(uid)},` +
    `"is_deleted":${deleted},"question_xpath":${JSON.stringify(questionXpath)}}`
  );
}

/** The array for `_attachments`, in the given order. */
export function attachmentsJson(attachments: readonly AttachmentFacts[], place: AttachmentPlace): string {
  return attachments.length === 0
    ? '[]'
    : `[${attachments.map((each) => attachmentJson(each, place)).join(',')}]`;
}

/** JSON text for the inside of a string that is already open. */
function inside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
