export interface Permission {
  /** Description shown to users. */
  readonly name: string;
  /** Permissions granted with this one: transitive closure, in the order of contract-service 1.3. */
  readonly implied: readonly Codename[];
  /** Permissions removed when this one is assigned. */
  readonly contradictory: readonly Codename[];
}

/** The fixed list of permissions (contract-service 1.3). */
export const PERMISSIONS: Readonly<Record<Codename, Permission>> = {
  add_submissions: { name: 'Can submit data to asset', implied: [], contradictory: [] },
  change_asset: { name: 'Can change asset', implied: ['view_asset'], contradictory: [] },
  change_submissions: {
    name: 'Can modify submitted data for asset',
    implied: ['add_submissions', 'view_submissions', 'view_asset'],
    contradictory: ['partial_submissions'],
  },
  delete_submissions: {
    name: 'Can delete submitted data for asset',
    implied: ['view_submissions', 'view_asset'],
    contradictory: ['partial_submissions'],
  },
  discover_asset: {
    name: 'Can discover asset in public lists',
    implied: ['view_asset'],
    contradictory: [],
  },
  manage_asset: {
    name: 'Can manage all aspects of asset',
    implied: [
      'validate_submissions',
      'view_asset',
      'change_asset',
      'change_submissions',
      'view_submissions',
      'discover_asset',
      'add_submissions',
      'delete_submissions',
    ],
    contradictory: [],
  },
  partial_submissions: {
    name: 'Can make partial actions on submitted data for asset for specific users',
    implied: ['view_asset'],
    contradictory: [
      'view_submissions',
      'change_submissions',
      'delete_submissions',
      'validate_submissions',
      'manage_asset',
    ],
  },
  validate_submissions: {
    name: 'Can validate submitted data asset',
    implied: ['view_submissions', 'view_asset'],
    contradictory: ['partial_submissions'],
  },
  view_asset: { name: 'Can view asset', implied: [], contradictory: [] },
  view_submissions: {
    name: 'Can view submitted data for asset',
    implied: ['view_asset'],
    contradictory: ['partial_submissions'],
  },
};

/** The ten permissions on an asset (contract-service 1.3), sorted; a closed list. */
export const CODENAMES = [
  'add_submissions',
  'change_asset',
  'change_submissions',
  'delete_submissions',
  'discover_asset',
  'manage_asset',
  'partial_submissions',
  'validate_submissions',
  'view_asset',
  'view_submissions',
] as const;

export type Codename = (typeof CODENAMES)[number];

const known: ReadonlySet<string> = new Set(CODENAMES);

/** Returns whether the text is a codename. */
export function isCodename(text: string): text is Codename {
  return known.has(text);
}

/**
 * Label of an assignment, for every asset type (decision 26). Source: contract-service 1.4; contract-assets 3.1 for
 * discover_asset and partial_submissions.
 */
export const PERMISSION_LABELS = {
  add_submissions: 'Add submissions',
  change_asset: 'Edit form',
  change_submissions: 'Edit submissions',
  delete_submissions: 'Delete submissions',
  discover_asset: 'Discover form',
  manage_asset: 'Manage project',
  /** In general and per permission (contract-assets 3.1). */
  partial_submissions: {
    default: 'Act on submissions only from specific users',
    view_submissions: 'View submissions only from specific users',
    change_submissions: 'Edit submissions only from specific users',
    delete_submissions: 'Delete submissions only from specific users',
    validate_submissions: 'Validate submissions only from specific users',
  },
  validate_submissions: 'Validate submissions',
  view_asset: 'View form',
  view_submissions: 'View submissions',
} as const satisfies Readonly<Record<Codename, string | object>>;
