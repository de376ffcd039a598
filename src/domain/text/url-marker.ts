/**
 * Placeholders inside stored JSON text, for what is known only when it is read: the host that the caller used, the name
 * of the asset's owner, and, until the row is inserted, the submission's `_id`.
 *
 * A marker is the JSON escape of a plain letter together with the character before it. `JSON.stringify`, which renders
 * all of the text, never escapes a plain letter, and doubles every backslash of the data; so a quote or a slash followed
 * by a single backslash and `u` stands nowhere else, whatever people typed. The text stays valid JSON, and each marker is
 * seven ASCII bytes, to be found in UTF-8 without decoding. In SQL: `replace(text, '/\u0069', '/' || id)`.
 * A text without attachments holds no marker.
 */

/** Stands where `"https://host` goes: the start of a URL, with the quote that opens it. */
export const HOST_MARKER = '"\\u0068';

/** Stands where `"owner` goes: the start of an attachment's `filename`, with the quote that opens it. */
export const OWNER_MARKER = '"\\u006f';

/** Stands where `/1234` goes: the submission's `_id` in the path of a URL, with the slash before it. */
export const SUBMISSION_ID_MARKER = '/\\u0069';

/** What the markers stand for. */
export interface MarkerValues {
  /** Scheme and host without a slash at the end: `https://kf.example`. */
  readonly host: string;
  readonly ownerUsername: string;
  /** Absent when the `_id` has been filled in already. */
  readonly submissionId?: number;
}

/** Fills the markers of one JSON text. */
export function fillMarkers(json: string, { host, ownerUsername, submissionId }: MarkerValues): string {
  const filled = json
    .replaceAll(HOST_MARKER, () => JSON.stringify(host).slice(0, -1))
    .replaceAll(OWNER_MARKER, () => JSON.stringify(ownerUsername).slice(0, -1));
  return submissionId === undefined ? filled : fillSubmissionId(filled, submissionId);
}

/** Fills the marker of the `_id` alone, once it is known. */
export function fillSubmissionId(json: string, submissionId: number): string {
  return json.replaceAll(SUBMISSION_ID_MARKER, `/${submissionId}`);
}
