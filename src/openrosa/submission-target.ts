import type { IntakeTarget } from '../modules/submission/intake/intake.service';

/** The form that the path of a submission names. */
export interface SubmissionTarget extends IntakeTarget {
  /** Submissions without an instanceID get a new one. */
  readonly assignsInstanceId?: boolean;
}
