import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { collectWhenGrown } from '../support/garbage-collection';
import alone from './alone.json';

const load = createRequire(__filename);
const ROOT = resolve(__dirname, '../..');

/** Folders whose specs are distributed to the groups of a kind. */
const FOLDERS = {
  service: ['test/e2e', 'test/integration', 'test/contract', 'test/faults'],
  rules: ['src', 'test/xform', 'test/check'],
};
const KINDS = Object.keys(FOLDERS) as (keyof typeof FOLDERS)[];

/**
 * Runs the specs of a group in one suite, because Jest loads modules anew per suite, which is slow. Specs
 * stay isolated: each has its own service and database.
 * @param group path of the calling file in this folder
 */
export function runGroup(group: string): void {
  const kind = KINDS.find((each) => basename(group).startsWith(`${each}-`))!;
  const groups = readdirSync(__dirname).filter((name) => name.startsWith(`${kind}-`));
  const position = groups.indexOf(basename(group));
  specsOf(kind).forEach((spec, index) => {
    if (groupOf(index, groups.length) !== position) return;
    describe(spec, () => {
      load(join(ROOT, spec));
      // Runs last: what the spec released is garbage by then.
      afterAll(collectWhenGrown);
    });
  });
}

/** Distributes by size in alternating order, so that groups are balanced. */
function groupOf(index: number, groups: number): number {
  const position = index % groups;
  return Math.floor(index / groups) % 2 === 0 ? position : groups - 1 - position;
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

/** Size of a spec and of its case files, in the folder of the same name. */
function bytesOf(spec: string): number {
  const folder = join(ROOT, spec.replace(/\.[\w-]+\.ts$/, ''));
  const cases = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  return [join(ROOT, spec), ...cases].reduce((sum, path) => sum + statSync(path).size, 0);
}
