import { readFileSync } from 'node:fs';

/** Of Linux, on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process so far, all its threads together, in milliseconds; none where the system has no /proc. */
export function processorMsOf(pid: number): number {
  return ticksIn(`/proc/${pid}/stat`);
}

/** That of its main thread alone. */
export function mainThreadMsOf(pid: number): number {
  return ticksIn(`/proc/${pid}/task/${pid}/stat`);
}

function ticksIn(file: string): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync(file, 'utf8');
  // The name in parentheses may hold anything; the fields after it are plain.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}
