import type { Codename } from './codename';

/** Labels of `partial_submissions`, in general and per permission (contract-assets 3.1). */
export interface PartialLabel {
  readonly default: string;
  readonly view_submissions: string;
  readonly change_submissions: string;
  readonly delete_submissions: string;
  readonly validate_submissions: string;
}

/**
 * Label of an assignment, for every asset type (decision 27). Source: contract-service 1.4; contract-assets 3.1 for
 * discover_asset and partial_submissions.
 */
export const PERMISSION_LABELS: Readonly<
  Record<Exclude<Codename, 'partial_submissions'>, string> & { partial_submissions: PartialLabel }
> = {
  add_submissions: 'Add submissions',
  change_asset: 'Edit form',
  change_submissions: 'Edit submissions',
  delete_submissions: 'Delete submissions',
  discover_asset: 'Discover form',
  manage_asset: 'Manage project',
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
};
