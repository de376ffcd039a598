/** The verdicts that a submission can be given (contract-data 3.6). */
export type ValidationStatusUid =
  'validation_status_approved' | 'validation_status_not_approved' | 'validation_status_on_hold';

/** A verdict as the wire shows it: its four keys, and no others. */
export interface ValidationStatus {
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly uid: ValidationStatusUid;
  /** Username. */
  readonly by_whom: string;
  readonly label: string;
}
