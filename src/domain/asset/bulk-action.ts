import { InvalidError } from '../errors';
import { parseBooleanFlag } from '../text/json-members';
import { unstorableReason } from '../text/unstorable-text';

const BULK_ACTIONS = ['archive', 'unarchive', 'delete', 'undelete'] as const;
export type BulkActionName = (typeof BULK_ACTIONS)[number];

/** Bulk action on assets (contract-assets 2.7). */
export interface BulkAction {
  readonly action: BulkActionName;
  /** Undefined when no assets are named and `confirm` is not true. */
  readonly selection: AssetSelection | undefined;
}

/** Assets by uid, in request order, or all assets of the caller. */
export type AssetSelection = { readonly uids: readonly string[] } | 'own';

/** Matches no asset. */
const NO_UID = '';

/**
 * Parses a bulk action. Malformed uids match no asset. An empty list selects nothing, even with `confirm`: a client that
 * found nothing to delete must not delete everything (decision 9).
 * @param payload JSON object of the request
 * @throws InvalidError for a missing or unknown action, and for a misspelt selection
 */
export function readBulkAction(payload: Readonly<Record<string, unknown>>): BulkAction {
  const { action } = payload;
  if (action === undefined) throw new InvalidError('`action` parameter is required');
  const name = BULK_ACTIONS.find((each) => each === action);
  if (name === undefined) {
    throw new InvalidError(`Supported values for \`action\` are: ${BULK_ACTIONS.join(', ')}`);
  }
  return { action: name, selection: readSelection(payload) };
}

/** Formats the result as KoboToolbox words it: `2 projects have been archived`. */
export function formatBulkOutcome({ action }: BulkAction, count: number): string {
  return `${count} ${count === 1 ? 'project has' : 'projects have'} been ${action}d`;
}

function readSelection(payload: Readonly<Record<string, unknown>>): AssetSelection | undefined {
  const { asset_uids: uids, confirm, action: _, ...others } = payload;
  if (uids === undefined) {
    const [unknown] = Object.keys(others);
    // A misspelt selection must not become all assets.
    if (unknown !== undefined) {
      throw new InvalidError(
        `"${unknown.slice(0, 100)}" selects no assets. Send \`asset_uids\` or \`confirm\`.`,
      );
    }
    return parseBooleanFlag(confirm) === true ? 'own' : undefined;
  }
  if (uids === null) return undefined;
  if (!Array.isArray(uids)) return { uids: [NO_UID] };
  if (uids.length === 0) return undefined;
  return { uids: uids.map((uid: unknown) => (isStorableUid(uid) ? uid : NO_UID)) };
}

function isStorableUid(value: unknown): value is string {
  return typeof value === 'string' && unstorableReason(value) === undefined;
}

export interface Deleter {
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
}

export interface DeletableAsset {
  readonly ownerId: number;
  /** Username of the creator. */
  readonly createdBy: string | null;
  readonly hasSubmissions: boolean;
}

/**
 * Returns whether a caller with `manage_asset` may delete the asset: its owner, a superuser, or its creator while it
 * has no submissions (contract-assets 2.6).
 */
export function mayDelete(
  { id, username, isSuperuser }: Deleter,
  { ownerId, createdBy, hasSubmissions }: DeletableAsset,
): boolean {
  return isSuperuser || id === ownerId || (createdBy === username && !hasSubmissions);
}
