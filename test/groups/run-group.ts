import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import alone from './alone.json';

const load = createRequire(__filename);
const TESTS = resolve(__dirname, '..');
/** Faults stop and starve what they share a process with; the contract is one suite each. */
const FOLDERS = ['e2e', 'integration'];

/**
 * Runs the specs of one group in one suite. Jest loads the whole service anew for each suite, which takes longer than most
 * specs do; what a spec finds is its own all the same, for each starts a service and a database for itself.
 * @param group the file that calls, one of this folder
 */
export function runGroup(group: string): void {
  const groups = readdirSync(__dirname).filter((name) => name.endsWith('.group.ts'));
  const place = groups.indexOf(basename(group));
  specs().forEach((spec, index) => {
    if (groupOf(index, groups.length) !== place) return;
    describe(spec, () => void load(join(TESTS, spec)));
  });
}

/** The largest first, dealt out to and fro: whoever gets the largest of one round gets the smallest of the next. */
function groupOf(index: number, groups: number): number {
  const place = index % groups;
  return Math.floor(index / groups) % 2 === 0 ? place : groups - 1 - place;
}

function specs(): string[] {
  const all = FOLDERS.flatMap((folder) =>
    readdirSync(join(TESTS, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('spec.ts'))
      .map((name) => join(folder, name)),
  );
  for (const spec of alone)
    if (!all.includes(spec)) throw new Error(`alone.json names ${spec}, which is not there.`);
  return all
    .filter((spec) => !alone.includes(spec))
    .map((spec) => ({ spec, bytes: statSync(join(TESTS, spec)).size }))
    .sort((one, other) => other.bytes - one.bytes || (one.spec < other.spec ? -1 : 1))
    .map(({ spec }) => spec);
}
