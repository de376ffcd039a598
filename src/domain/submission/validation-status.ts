import { InvalidError } from '../errors';

/** Validation statuses: uid → label (contract-data 3.6). */
export const VALIDATION_STATUSES = {
  validation_status_approved: 'Approved',
  validation_status_not_approved: 'Not Approved',
  validation_status_on_hold: 'On Hold',
} as const;

export type ValidationStatusUid = keyof typeof VALIDATION_STATUSES;

/** Type guard for the uid of a validation status. */
export function isValidationStatusUid(value: unknown): value is ValidationStatusUid {
  return typeof value === 'string' && Object.hasOwn(VALIDATION_STATUSES, value);
}

/**
 * Parses the uid of a validation status from a request.
 * @throws InvalidError that quotes the invalid value
 */
export function parseValidationStatusUid(value: unknown): ValidationStatusUid {
  if (isValidationStatusUid(value)) return value;
  const sent = typeof value === 'string' ? value : value == null ? 'None' : JSON.stringify(value);
  throw new InvalidError(`Invalid validation status: \`${sent.slice(0, 100)}\``);
}

/** Validation status of a submission, in wire format. */
export interface ValidationStatus {
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly uid: ValidationStatusUid;
  readonly by_whom: string;
  readonly label: string;
}

/** Creates the status set by the user `byWhom` (username) at `setAt`. */
export function createValidationStatus(
  uid: ValidationStatusUid,
  byWhom: string,
  setAt: Date,
): ValidationStatus {
  return {
    timestamp: Math.floor(setAt.getTime() / 1000),
    uid,
    by_whom: byWhom,
    label: VALIDATION_STATUSES[uid],
  };
}
