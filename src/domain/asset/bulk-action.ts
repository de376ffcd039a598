import { InvalidError } from '../errors';
import { readFlagWord } from '../text/flag-word';
import { whyUnstorable } from '../text/unstorable-text';

const BULK_ACTIONS = ['archive', 'unarchive', 'delete', 'undelete'] as const;
export type BulkActionName = (typeof BULK_ACTIONS)[number];

/** What is done to many assets at once (contract-assets 2.7). */
export interface BulkAction {
  readonly action: BulkActionName;
  /** Undefined where neither assets are named nor all are confirmed to be meant. */
  readonly selection: AssetSelection | undefined;
}

/** Assets by their uids, in the order in which they were named, or all that the caller owns. */
export type AssetSelection = { readonly uids: readonly string[] } | 'own';

/** The name of nothing. */
const UNKNOWN = '';

/**
 * Reads what shall be done to which assets. What can be no uid names nothing; a list that names nothing is no choice, for
 * whoever found nothing to delete does not mean everything (decision 14).
 * @param payload an object
 * @throws InvalidError for an action that there is not
 */
export function readBulkAction(payload: Readonly<Record<string, unknown>>): BulkAction {
  const { action } = payload;
  if (action === undefined) throw new InvalidError('`action` parameter is required');
  const known = BULK_ACTIONS.find((each) => each === action);
  if (known === undefined) {
    throw new InvalidError(`Supported values for \`action\` are: ${BULK_ACTIONS.join(', ')}`);
  }
  return { action: known, selection: readSelection(payload) };
}

/** What became of how many, in the words that clients know. */
export function toldOutcome({ action }: BulkAction, count: number): string {
  return `${count} ${count === 1 ? 'project has' : 'projects have'} been ${action}d`;
}

function readSelection(payload: Readonly<Record<string, unknown>>): AssetSelection | undefined {
  const { asset_uids: uids, confirm } = payload;
  if (uids === undefined) return readFlagWord(confirm) === true ? 'own' : undefined;
  if (uids === null) return undefined;
  if (!Array.isArray(uids)) return { uids: [UNKNOWN] };
  if (uids.length === 0) return undefined;
  return { uids: uids.map((uid: unknown) => (isName(uid) ? uid : UNKNOWN)) };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && whyUnstorable(value) === undefined;
}
