/**
 * Independent model of the permission rules, from contract-service 1.3, contract-assets 0.4 and contract-data 4.5 only:
 * predicts the status and the changed tables of each cell.
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

/** A caller and its permissions on its own asset. */
export interface Caller {
  readonly name: string;
  /** Undefined sends no credentials. */
  readonly user: string | undefined;
  /** Key of the asset that is "own" for this caller. */
  readonly asset: string;
  readonly held: ReadonlySet<string>;
  /** Permissions limited to the submissions that match a filter. */
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

function makeCaller(name: string, user: string | undefined, values: Partial<Caller> = {}): Caller {
  return { name, user, asset: 'shared', held: NOTHING, partial: NOTHING, isSuperuser: false, ...values };
}

/** Every permission alone, full, partial and public; strangers, owner and superuser. */
export const CALLERS: readonly Caller[] = [
  ...ALL.map((codename) => makeCaller(codename, `holds_${codename}`, { held: closure(codename) })),
  ...PARTIAL.map((codename) =>
    makeCaller(`partial ${codename}`, `partial_${codename}`, {
      // change_submissions implies add_submissions in full (contract-assets 3.5).
      held: new Set(['view_asset', ...(codename === 'change_submissions' ? ['add_submissions'] : [])]),
      partial: closure(codename),
    }),
  ),
  makeCaller('stranger', 'stranger'),
  makeCaller('anonymous', undefined),
  ...PUBLIC.flatMap((codename) =>
    (['stranger', undefined] as const).map((user) =>
      makeCaller(`${user ?? 'anonymous'} where all hold ${codename}`, user, {
        asset: `public_${codename}`,
        held: closure(codename),
      }),
    ),
  ),
  makeCaller('owner', 'owner', { held: FULL }),
  makeCaller('superuser', 'superuser', { held: FULL, isSuperuser: true }),
];

export type Family =
  'asset-detail' | 'nested' | 'history' | 'openrosa' | 'collector-posts' | 'snapshot' | 'odata';

/**
 * The target of a cell: the caller's own asset, a foreign one, or an absent one; for a nested resource also one of a
 * foreign asset, an absent one, or a submission outside of the partial filter.
 */
export type TargetKind =
  'own' | 'foreign' | 'absent' | 'foreign below own' | 'absent below own' | 'filtered below own';

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly family: Family;
  readonly needs: string;
  readonly sees: string;
  /** Also required in full, else 404. */
  readonly also?: string;
  /** Sufficient alternative, if held in full. */
  readonly or?: string;
  readonly nested: boolean;
  readonly succeeds: number;
  /** Tables whose rows of the asset change. */
  readonly changes: readonly string[];
  readonly ofSubmission: boolean;
  readonly onDraft: boolean;
  /** Names an asset as the nested resource, which superusers see anywhere. */
  readonly namesAsset: boolean;
  /** Anonymous callers have another route. */
  readonly signedIn: boolean;
  /** Status for an absent nested resource; 404 by default. */
  readonly unknown?: number;
  /** Requires the owner or a superuser, not only manage_asset. */
  readonly ownersOnly: boolean;
  /** Owner of the targeted assignment, if any. */
  readonly assignmentOf?: 'owner' | 'guest';
}

export function isSafe(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

export function targetKindsOf({ nested, ofSubmission }: Operation): TargetKind[] {
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

export function expected(operation: Operation, caller: Caller, targetKind: TargetKind): Expected {
  const status = statusOf(operation, caller, targetKind);
  return { status, changes: status === operation.succeeds ? operation.changes : [] };
}

function statusOf(operation: Operation, caller: Caller, targetKind: TargetKind): number {
  const { family, needs, sees, method, succeeds } = operation;
  const isThere = targetKind !== 'absent';
  const isOwn = isThere && targetKind !== 'foreign';
  const held = isOwn || (isThere && caller.isSuperuser) ? caller.held : NOTHING;
  const partial = isOwn ? caller.partial : NOTHING;
  // A partial permission suffices for an empty list of submissions.
  const has = (codename: string): boolean =>
    held.has(codename) || partial.has(codename) || (codename === 'view_submissions' && partial.size > 0);
  const refused = caller.user === undefined ? 401 : 403;
  if (operation.signedIn && caller.user === undefined) return refused;
  if (operation.also !== undefined && !held.has(operation.also)) return 404;
  if (has(needs) || (operation.or !== undefined && held.has(operation.or))) {
    if (operation.ownersOnly && !caller.isSuperuser && caller.name !== 'owner') return refused;
    // A change outside of the filter is refused; for readers it is absent (contract-data 0).
    if (!resourceExists(operation, caller, targetKind)) {
      return targetKind === 'filtered below own' && !isSafe(method) ? refused : (operation.unknown ?? 404);
    }
    // The owner's assignments can't be revoked (contract-assets 3.6); those of others require manage_asset.
    const takesOwners = operation.assignmentOf === 'owner' && !isSafe(method);
    return takesOwners ? (has('manage_asset') ? 409 : refused) : succeeds;
  }
  switch (family) {
    case 'asset-detail':
      return has(sees) || (caller.user === undefined && !isSafe(method)) ? refused : 404;
    case 'nested':
      return has(sees) ? refused : 404;
    case 'history':
    case 'snapshot':
      return refused;
    case 'odata':
      return has(sees) || caller.user === undefined ? refused : 404;
    case 'openrosa':
      return caller.user === undefined ? 401 : 404;
    case 'collector-posts':
      return caller.user !== undefined && !isThere ? 404 : refused;
  }
}

/** Whether the nested resource exists for an authorized caller. */
function resourceExists(
  { assignmentOf, namesAsset }: Operation,
  caller: Caller,
  targetKind: TargetKind,
): boolean {
  const held = targetKind === 'foreign' ? FULL : caller.held;
  if (targetKind === 'absent below own') return false;
  if (targetKind === 'foreign below own') return namesAsset && caller.isSuperuser;
  if (targetKind === 'filtered below own') return held.has('view_submissions');
  return assignmentOf !== 'guest' || held.has('manage_asset');
}
