import { readdirSync, readFileSync } from 'node:fs';

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
  const fields = statOf(file);
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

/** What `proc(5)` counts from the third field on: the name before it, in parentheses, may hold anything. */
export function statOf(file: string): string[] {
  const stat = readFileSync(file, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** That of a process, of those that it started, and of those of them that have ended. */
export function processorMsOfTree(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => unlessGone<number>(() => Number(statOf(`/proc/${name}/stat`)[1]), NaN) === pid)
    .map(Number);
  const [user, system, usersEnded, systemsEnded] = statOf(`/proc/${pid}/stat`).slice(11, 15).map(Number);
  const own = ((user! + system! + usersEnded! + systemsEnded!) * 1000) / TICKS_PER_SECOND;
  return children.reduce((sum, child) => sum + unlessGone(() => processorMsOfTree(child), 0), own);
}

/** What there is to see of a process, or something else where it has ended meanwhile. */
function unlessGone<Seen>(look: () => Seen, otherwise: Seen): Seen {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return otherwise;
    throw error;
  }
}
