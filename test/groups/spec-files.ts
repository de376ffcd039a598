import { readdirSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import alone from './alone.json';
import fullOnly from './full-only.json';
import long from './long.json';
import oneProcess from './one-process.json';
import { hasFleet } from '../support/process-fleet-setting';

export const ROOT = resolve(__dirname, '../..');

/** Profile without kills, soak tests and measurements, which need minutes or an idle machine. */
const isShort = !process.env['TEST_PROFILE'];

/** Runs of some of all specs name theirs by a pattern. */
const NAMED = new RegExp(process.env['TEST_SPECS'] ?? '');

/** Specs that take more than five seconds belong to the full profile, and to runs that name their specs or have several processes. */
const omitted = isShort
  ? [...fullOnly, ...(process.env['TEST_SPECS'] === undefined && !hasFleet ? long : [])]
  : [];

/** Specs of a folder and its subfolders, sorted; a path to a spec is returned as is. */
export function specsBelow(path: string): string[] {
  if (path.endsWith('spec.ts')) return [path];
  return readdirSync(posix.join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('spec.ts'))
    .map((name) => posix.join(path, name))
    .sort();
}

/**
 * False for specs that have a suite of their own, and for those that this run or its profile omits: with several processes, all that
 * test parts of one.
 */
export function isGrouped(spec: string): boolean {
  if (!NAMED.test(spec)) return false;
  if (hasFleet && (!spec.startsWith('test/e2e/') || spec in oneProcess)) return false;
  return !alone.includes(spec) && !omitted.includes(spec);
}
