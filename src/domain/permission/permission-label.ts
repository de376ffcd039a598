import type { Codename } from './codename';

/**
 * Label of an assignment, for every asset type (decision 27). Source: contract-service 1.4; contract-assets 3.1 for
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
