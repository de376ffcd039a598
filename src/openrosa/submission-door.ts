import type { WayIn } from '../modules/submission/intake.service';

/** A way in that leads to one form. */
export interface SubmissionDoor extends WayIn {
  /** Whether what comes without an instanceID is given one. */
  readonly identifies?: boolean;
}
