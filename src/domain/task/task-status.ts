/** States of a background task; the last two are final. */
export const TASK_STATUSES = ['created', 'processing', 'complete', 'error'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export function isFinal(status: TaskStatus): boolean {
  return status === 'complete' || status === 'error';
}
