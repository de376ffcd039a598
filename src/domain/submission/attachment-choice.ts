import { InvalidError } from '../errors';

/** Which files are to be removed: one, or all of some submissions. */
export type AttachmentChoice =
  | { readonly kind: 'one'; readonly uid: string }
  /** Bare, each once. */
  | { readonly kind: 'submissions'; readonly rootUuids: readonly string[] };

/** A choice in the words of clients. */
interface SentChoice {
  readonly submission_root_uuids?: unknown;
  readonly attachment_uid?: unknown;
}

/** Submissions whose files go at once. */
const MOST_SUBMISSIONS = 10_000;

/**
 * Reads `{"submission_root_uuids": […]}` or `{"attachment_uid": "…"}` (contract-data 3.8).
 * @throws InvalidError for a body that names neither
 */
export function readAttachmentChoice({
  submission_root_uuids: rootUuids,
  attachment_uid: uid,
}: SentChoice): AttachmentChoice {
  if (typeof uid === 'string' && uid !== '' && rootUuids === undefined) return { kind: 'one', uid };
  if (rootUuids === undefined) {
    throw new InvalidError('`attachment_uid` or `submission_root_uuids` must be provided');
  }
  if (!Array.isArray(rootUuids) || !rootUuids.every((each) => typeof each === 'string')) {
    throw refusal('Send a list of root uuids, without `uuid:`.');
  }
  if (rootUuids.length === 0) throw refusal('List cannot be empty');
  if (rootUuids.length > MOST_SUBMISSIONS) {
    throw refusal(`At most ${MOST_SUBMISSIONS} are taken at once; send the rest after them.`);
  }
  return { kind: 'submissions', rootUuids: [...new Set(rootUuids)] };
}

function refusal(sentence: string): InvalidError {
  return new InvalidError({ submission_root_uuids: [sentence] });
}
