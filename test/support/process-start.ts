import { statOf } from '../measure/processor-use';

/** When a process began, in the system's own count, which no later process of the same id shares; undefined without a /proc. */
export function startOf(pid: number): string | undefined {
  try {
    return statOf(`/proc/${pid}/stat`)[19];
  } catch {
    return undefined;
  }
}
