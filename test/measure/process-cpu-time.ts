import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ: 100 on all Linux platforms that Node supports. */
const TICKS_PER_SECOND = 100;

/** CPU time of a process and its threads, in ms; 0 without /proc. */
export function cpuMsOf(pid: number): number {
  return ticksIn(`/proc/${pid}/stat`);
}

export function mainThreadCpuMsOf(pid: number): number {
  return ticksIn(`/proc/${pid}/task/${pid}/stat`);
}

function ticksIn(file: string): number {
  if (process.platform !== 'linux') return 0;
  const fields = procStatOf(file);
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

/** Fields of `proc(5)` stat from the third on: the name before them may contain anything. */
export function procStatOf(file: string): string[] {
  const stat = readFileSync(file, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** CPU time of a process tree in ms, ended children included. */
export function cpuMsOfTree(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => unlessEnded<number>(() => Number(procStatOf(`/proc/${name}/stat`)[1]), NaN) === pid)
    .map(Number);
  const [user, system, usersEnded, systemsEnded] = procStatOf(`/proc/${pid}/stat`).slice(11, 15).map(Number);
  const own = ((user! + system! + usersEnded! + systemsEnded!) * 1000) / TICKS_PER_SECOND;
  return children.reduce((sum, child) => sum + unlessEnded(() => cpuMsOfTree(child), 0), own);
}

/** Returns `otherwise` if the process has ended. */
function unlessEnded<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return otherwise;
    throw error;
  }
}
