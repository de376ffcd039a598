/** Processes of this machine, read from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {{ pid: number, parent: number, since: string | undefined, command: string }} Entry */

/** @param {number} pid @returns {Entry | undefined} */
function look(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything, spaces and parentheses included.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(fields[1]), since: fields[19], command };
  } catch {
    return undefined;
  }
}

function all() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => look(Number(name)) ?? []);
}

/**
 * Yields all descendants of a process.
 * @param {number} pid
 * @returns {Generator<Entry>}
 */
export function* descendantsOf(pid, table = all()) {
  for (const entry of table) {
    if (entry.parent !== pid) continue;
    yield entry;
    yield* descendantsOf(entry.pid, table);
  }
}

/** Compares the start time too, because pids are reused. @param {Entry} entry */
export const isAlive = ({ pid, since }) => look(pid)?.since === since;

/** Finds processes whose command line contains one of the folders. @param {(string | undefined)[]} folders */
export function processesNaming(folders) {
  const names = folders.filter((folder) => folder !== undefined);
  return all().filter(
    ({ pid, command }) => pid !== process.pid && names.some((name) => command.includes(name)),
  );
}
