import { procStatOf } from '../measure/process-cpu-time';

/** Start time of a process in clock ticks, which distinguishes reused pids; undefined without /proc. */
export function processStartTime(pid: number): string | undefined {
  try {
    return procStatOf(`/proc/${pid}/stat`)[19];
  } catch {
    return undefined;
  }
}
