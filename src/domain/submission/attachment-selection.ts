import { InvalidError } from '../errors';

export type AttachmentSelection =
  | { readonly kind: 'one'; readonly uid: string }
  /** Without `uuid:`, distinct. */
  | { readonly kind: 'submissions'; readonly rootUuids: readonly string[] };

interface AttachmentSelectionBody {
  readonly submission_root_uuids?: unknown;
  readonly attachment_uid?: unknown;
}

const MAX_SUBMISSIONS = 10_000;

/**
 * Parses `{"submission_root_uuids": […]}` (at most 10 000) or `{"attachment_uid": "…"}` (contract-data 3.8).
 * @throws InvalidError for any other body
 */
export function readAttachmentSelection({
  submission_root_uuids: rootUuids,
  attachment_uid: uid,
}: AttachmentSelectionBody): AttachmentSelection {
  if (typeof uid === 'string' && uid !== '' && rootUuids === undefined) return { kind: 'one', uid };
  if (rootUuids === undefined) {
    throw new InvalidError('`attachment_uid` or `submission_root_uuids` must be provided');
  }
  if (!Array.isArray(rootUuids) || !rootUuids.every((each) => typeof each === 'string')) {
    throw invalidRootUuids('Send a list of root UUIDs without the `uuid:` prefix.');
  }
  if (rootUuids.length === 0) throw invalidRootUuids('List cannot be empty');
  if (rootUuids.length > MAX_SUBMISSIONS) {
    throw invalidRootUuids(`At most ${MAX_SUBMISSIONS} submissions are allowed per request. Split the list.`);
  }
  return { kind: 'submissions', rootUuids: [...new Set(rootUuids)] };
}

const invalidRootUuids = (message: string): InvalidError => InvalidError.at('submission_root_uuids', message);
