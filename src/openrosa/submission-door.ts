import type { AssetAccess } from '../domain/permission/asset-access';

/** A way in that leads to one form. */
export interface SubmissionDoor {
  readonly access: AssetAccess<'add_submissions'>;
  /** Whether what comes without an instanceID is given one. */
  readonly identifies: boolean;
}
