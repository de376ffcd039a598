import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { collectWhenGrown } from '../support/garbage';
import alone from './alone.json';

const load = createRequire(__filename);
const ROOT = resolve(__dirname, '../..');

/** What is dealt out, and among how many: the groups named after a kind. */
const FOLDERS = {
  /** Against the real service. */
  service: ['test/e2e', 'test/integration', 'test/contract', 'test/faults'],
  /** What needs no service. */
  rules: ['src', 'test/xform', 'test/check'],
};
const KINDS = Object.keys(FOLDERS) as (keyof typeof FOLDERS)[];

/**
 * Runs the specs of one group in one suite. Jest loads all that a suite imports anew, which takes longer than most specs do;
 * what a spec finds is its own all the same, for each starts a service and a database for itself.
 * @param group the file that calls, one of this folder
 */
export function runGroup(group: string): void {
  const kind = KINDS.find((each) => basename(group).startsWith(`${each}-`))!;
  const groups = readdirSync(__dirname).filter((name) => name.startsWith(`${kind}-`));
  const place = groups.indexOf(basename(group));
  specsOf(kind).forEach((spec, index) => {
    if (groupOf(index, groups.length) !== place) return;
    describe(spec, () => {
      load(join(ROOT, spec));
      // Last, for what the spec has stopped and let go of is garbage by then.
      afterAll(collectWhenGrown);
    });
  });
}

/** The largest first, dealt out to and fro: whoever gets the largest of one round gets the smallest of the next. */
function groupOf(index: number, groups: number): number {
  const place = index % groups;
  return Math.floor(index / groups) % 2 === 0 ? place : groups - 1 - place;
}

function specsOf(kind: keyof typeof FOLDERS): string[] {
  return FOLDERS[kind]
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('spec.ts'))
        .map((name) => join(folder, name)),
    )
    .filter((spec) => !alone.includes(spec))
    .map((spec) => ({ spec, bytes: bytesOf(spec) }))
    .sort((one, other) => other.bytes - one.bytes || (one.spec < other.spec ? -1 : 1))
    .map(({ spec }) => spec);
}

/** How large a spec is: with the folder of its name, where its cases are. */
function bytesOf(spec: string): number {
  const folder = join(ROOT, spec.replace(/\.[\w-]+\.ts$/, ''));
  const cases = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  return [join(ROOT, spec), ...cases].reduce((sum, path) => sum + statSync(path).size, 0);
}
