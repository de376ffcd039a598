import type { Codename } from './codename';

/** What `partial_submissions` is called, as a whole and for each permission that it narrows (contract-assets 3.1). */
export interface PartialLabel {
  readonly default: string;
  readonly view_submissions: string;
  readonly change_submissions: string;
  readonly delete_submissions: string;
  readonly validate_submissions: string;
}

/**
 * The label of an assignment, the same for every asset type (decision 27). Eight are those of contract-service 1.4, the
 * words for discover_asset and partial_submissions those of contract-assets 3.1.
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
