import { InvalidError } from '../errors';

/** The verdicts that a submission can be given: uid → label (contract-data 3.6). */
export const VALIDATION_STATUSES = {
  validation_status_approved: 'Approved',
  validation_status_not_approved: 'Not Approved',
  validation_status_on_hold: 'On Hold',
} as const;

export type ValidationStatusUid = keyof typeof VALIDATION_STATUSES;

/** Tells the uid of a verdict from any other value. */
export function isValidationStatusUid(value: unknown): value is ValidationStatusUid {
  return typeof value === 'string' && Object.hasOwn(VALIDATION_STATUSES, value);
}

/**
 * Reads the uid of a verdict from a request.
 * @throws InvalidError, naming what was sent, when it is none of the three.
 */
export function parseValidationStatusUid(value: unknown): ValidationStatusUid {
  if (isValidationStatusUid(value)) return value;
  const sent = typeof value === 'string' ? value : value == null ? 'None' : JSON.stringify(value);
  throw new InvalidError(`Invalid validation status: \`${sent.slice(0, 100)}\``);
}

/** A verdict as the wire shows it: its four keys, and no others. */
export interface ValidationStatus {
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly uid: ValidationStatusUid;
  /** Username. */
  readonly by_whom: string;
  readonly label: string;
}

/** The verdict that `byWhom` gives at `moment`. */
export function giveValidationStatus(
  uid: ValidationStatusUid,
  byWhom: string,
  moment: Date,
): ValidationStatus {
  return {
    timestamp: Math.floor(moment.getTime() / 1000),
    uid,
    by_whom: byWhom,
    label: VALIDATION_STATUSES[uid],
  };
}
