/**
 * Placeholders in stored JSON text for values known only at read time: the host of the request, the asset owner's
 * username and, until the row is inserted, the submission's `_id`.
 *
 * A marker is the JSON escape of a plain letter with the character before it. `JSON.stringify` never escapes a plain
 * letter and doubles every backslash of the data, so a marker cannot occur in user input. The text stays valid JSON,
 * and each marker is seven ASCII bytes, found in UTF-8 without decoding. In SQL: `replace(text, '/\u0069', '/' || id)`.
 * A text without attachments has no marker.
 */

/** Replaced by `"https://host`: the start of a URL with its opening quote. */
export const HOST_MARKER = '"\\u0068';

/** Replaced by `"owner`: the start of an attachment's `filename` with its opening quote. */
export const OWNER_MARKER = '"\\u006f';

/** Replaced by `/1234`: the submission's `_id` in a URL path with the slash before it. */
export const SUBMISSION_ID_MARKER = '/\\u0069';

export interface MarkerValues {
  /** Scheme and host without a trailing slash: `https://kf.example`. */
  readonly host: string;
  readonly ownerUsername: string;
  /** Absent if the `_id` has been replaced already. */
  readonly submissionId?: number;
}

/** Replaces the markers of one JSON text. */
export function fillMarkers(json: string, { host, ownerUsername, submissionId }: MarkerValues): string {
  const filled = json
    .replaceAll(HOST_MARKER, () => JSON.stringify(host).slice(0, -1))
    .replaceAll(OWNER_MARKER, () => JSON.stringify(ownerUsername).slice(0, -1));
  return submissionId === undefined ? filled : fillSubmissionId(filled, submissionId);
}

/** Replaces the `_id` marker only. */
export function fillSubmissionId(json: string, submissionId: number): string {
  return json.replaceAll(SUBMISSION_ID_MARKER, `/${submissionId}`);
}

/** Sanitizes a name for a path: replaces spaces with underscores and removes other special characters. */
export function sanitizePathSegment(name: string): string {
  return name
    .trim()
    .replace(/\s/gu, '_')
    .replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '');
}

/**
 * Path of a URL for logs: without the query, and with the secret key of a collector link, a password reset link or a link
 * that confirms an e-mail address masked (`/collector/…/submission`), since the key alone suffices to use it.
 */
export function loggablePath(url: string): string {
  return url
    .replace(/\?.*$/s, '')
    .replace(
      /^(\/+(?:(?:web-forms\/+offline\/+)?collector|accounts\/+(?:password\/+reset|emails\/+confirm))\/+)[^/]+/i,
      '$1…',
    );
}
