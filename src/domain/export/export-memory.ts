/** JSON of submissions, in bytes. */
export interface SubmissionSize {
  readonly total: number;
  readonly largest: number;
}

/** JSON given to one export step: a step of many rows takes less memory than the largest of the submissions may. */
export const EXPORT_STEP_BYTES = 256 * 1024;

/** Memory per byte of JSON: a short answer in a repeat becomes a row of a sheet with a dozen cells. */
const FACTOR = 64;

/** Estimates the memory of a streamed export of submissions of this size, in bytes. */
export function exportMemory({ total, largest }: SubmissionSize): number {
  return FACTOR * Math.min(total, Math.max(EXPORT_STEP_BYTES, largest));
}
