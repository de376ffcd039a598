/**
 * Who may do what, said once more and by itself: from the tables of contract-service 1.3, contract-assets 0.4 and
 * contract-data 4.5, and from nothing of the service. What it expects of a cell is a status and what changes.
 */

const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  view_asset: [],
  add_submissions: [],
  change_asset: ['view_asset'],
  discover_asset: ['view_asset'],
  view_submissions: ['view_asset'],
  change_submissions: ['view_submissions', 'view_asset', 'add_submissions'],
  delete_submissions: ['view_submissions', 'view_asset'],
  validate_submissions: ['view_submissions', 'view_asset'],
};
const ALL = [...Object.keys(IMPLIED), 'manage_asset'];

/** What a caller holds on the asset that is theirs to ask about. */
export interface Caller {
  readonly name: string;
  /** A username; undefined sends no credentials. */
  readonly user: string | undefined;
  /** Which of the assets is "own" for this caller. */
  readonly asset: string;
  readonly held: ReadonlySet<string>;
  /** What is held for the submissions that a filter lets through. */
  readonly partial: ReadonlySet<string>;
  readonly isSuperuser: boolean;
}

export const PARTIAL = [
  'view_submissions',
  'change_submissions',
  'delete_submissions',
  'validate_submissions',
];
export const PUBLIC = ['view_asset', 'discover_asset', 'add_submissions', 'view_submissions'];
const NOTHING: ReadonlySet<string> = new Set();
const FULL: ReadonlySet<string> = new Set(ALL);

const closure = (codename: string): ReadonlySet<string> =>
  codename === 'manage_asset' ? FULL : new Set([codename, ...IMPLIED[codename]!]);

function caller(name: string, user: string | undefined, values: Partial<Caller> = {}): Caller {
  return { name, user, asset: 'shared', held: NOTHING, partial: NOTHING, isSuperuser: false, ...values };
}

/** Everybody who asks: each permission alone, each partial one, nobody in particular, and those who may all. */
export const CALLERS: readonly Caller[] = [
  ...ALL.map((codename) => caller(codename, `holds_${codename}`, { held: closure(codename) })),
  ...PARTIAL.map((codename) =>
    caller(`partial ${codename}`, `partial_${codename}`, {
      // Changing some brings sending new ones in full (contract-assets 3.5).
      held: new Set(['view_asset', ...(codename === 'change_submissions' ? ['add_submissions'] : [])]),
      partial: closure(codename),
    }),
  ),
  caller('stranger', 'stranger'),
  caller('anonymous', undefined),
  ...PUBLIC.flatMap((codename) =>
    (['stranger', undefined] as const).map((user) =>
      caller(`${user ?? 'anonymous'} where all hold ${codename}`, user, {
        asset: `public_${codename}`,
        held: closure(codename),
      }),
    ),
  ),
  caller('owner', 'owner', { held: FULL }),
  caller('superuser', 'superuser', { held: FULL, isSuperuser: true }),
];

export type Family =
  'asset-detail' | 'nested' | 'history' | 'openrosa' | 'collector-posts' | 'snapshot' | 'feed';

/**
 * What a cell asks about: the caller's own asset, another one, or none; and where something below the asset is named,
 * that of the same asset, of another asset, none, or a submission that no filter lets through.
 */
export type Place =
  'own' | 'foreign' | 'absent' | 'foreign below own' | 'absent below own' | 'filtered below own';

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly family: Family;
  readonly needs: string;
  readonly sees: string;
  /** Needed in full besides: without it nothing is there. */
  readonly also?: string;
  /** Lets in as well, where it is held in full. */
  readonly or?: string;
  /** Names something below the asset. */
  readonly nested: boolean;
  /** The status when it goes well. */
  readonly succeeds: number;
  /** Tables with rows of the asset that differ afterwards. */
  readonly changes: readonly string[];
  /** What it is about is a submission, or a part of one. */
  readonly ofSubmission: boolean;
  /** Goes on an asset that was never deployed. */
  readonly onDraft: boolean;
  /** What it names below the asset is an asset itself, which superusers see wherever it is. */
  readonly namesAsset: boolean;
  /** There is another route for callers without credentials. */
  readonly signedIn: boolean;
  /** The status for what is not there below the asset, where clients know another one than 404. */
  readonly unknown?: number;
  /** Managing is not enough: the asset must be the caller's, or the caller a superuser. */
  readonly ownersOnly: boolean;
  /** Whose assignment is meant, where one is. */
  readonly assignmentOf?: 'owner' | 'guest';
}

export function isSafe(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

export function placesOf({ nested, ofSubmission }: Operation): Place[] {
  return [
    'own',
    'foreign',
    'absent',
    ...(nested ? (['foreign below own', 'absent below own'] as const) : []),
    ...(ofSubmission ? (['filtered below own'] as const) : []),
  ];
}

export interface Expected {
  readonly status: number;
  readonly changes: readonly string[];
}

/** What a cell must come to. */
export function expected(operation: Operation, who: Caller, place: Place): Expected {
  const status = statusOf(operation, who, place);
  return { status, changes: status === operation.succeeds ? operation.changes : [] };
}

function statusOf(operation: Operation, who: Caller, place: Place): number {
  const { family, needs, sees, method, succeeds } = operation;
  const isThere = place !== 'absent';
  const isOwn = isThere && place !== 'foreign';
  const held = isOwn || (isThere && who.isSuperuser) ? who.held : NOTHING;
  const partial = isOwn ? who.partial : NOTHING;
  // Who holds anything partially sees a list of submissions, be it empty.
  const has = (codename: string): boolean =>
    held.has(codename) || partial.has(codename) || (codename === 'view_submissions' && partial.size > 0);
  const refused = who.user === undefined ? 401 : 403;
  if (operation.signedIn && who.user === undefined) return refused;
  if (operation.also !== undefined && !held.has(operation.also)) return 404;
  if (has(needs) || (operation.or !== undefined && held.has(operation.or))) {
    if (operation.ownersOnly && !who.isSuperuser && who.name !== 'owner') return refused;
    // A change of what no filter lets through is refused; to a reader it is not there (contract-data 0).
    if (!isReached(operation, who, place)) {
      return place === 'filtered below own' && !isSafe(method) ? refused : (operation.unknown ?? 404);
    }
    // The owner's assignments are for nobody to take (contract-assets 3.6), and others' for managers.
    const takesOwners = operation.assignmentOf === 'owner' && !isSafe(method);
    return takesOwners ? (has('manage_asset') ? 409 : refused) : succeeds;
  }
  switch (family) {
    case 'asset-detail':
      return has(sees) || (who.user === undefined && !isSafe(method)) ? refused : 404;
    case 'nested':
      return has(sees) ? refused : 404;
    case 'history':
    case 'snapshot':
      return refused;
    case 'feed':
      return has(sees) || who.user === undefined ? refused : 404;
    case 'openrosa':
      return who.user === undefined ? 401 : 404;
    case 'collector-posts':
      return who.user !== undefined && !isThere ? 404 : refused;
  }
}

/** Whether what is named below the asset is there for a caller who may do the rest. */
function isReached({ assignmentOf, namesAsset }: Operation, who: Caller, place: Place): boolean {
  const held = place === 'foreign' ? FULL : who.held;
  if (place === 'absent below own') return false;
  if (place === 'foreign below own') return namesAsset && who.isSuperuser;
  if (place === 'filtered below own') return held.has('view_submissions');
  return assignmentOf !== 'guest' || held.has('manage_asset');
}
