import { createRequire } from 'node:module';
import { join } from 'node:path';
import { collectWhenGrown } from '../support/garbage-collection';
import { recordDuration } from '../support/spec-duration';
import { isGrouped, ROOT, specsBelow } from './spec-files';

const load = createRequire(__filename);

/**
 * Runs the specs below these paths in one suite, because Jest loads modules anew per suite, which is slow. Specs
 * stay isolated: each has its own service and database.
 * @param paths folders with their subfolders, or single specs
 */
export function runGroup(...paths: readonly string[]): void {
  for (const spec of paths.flatMap(specsBelow).filter(isGrouped)) {
    describe(spec, () => {
      let started = 0;
      beforeAll(() => {
        started = Date.now();
      });
      loadSpec(spec);
      // Runs last: what the spec released is garbage by then.
      afterAll(collectWhenGrown);
      afterAll(() => recordDuration(spec, Date.now() - started));
    });
  }
}

/** Turns a load error into a failing test, so that the other specs of the group run. */
function loadSpec(spec: string): void {
  try {
    load(join(ROOT, spec));
  } catch (error) {
    it('loads', () => {
      throw error;
    });
  }
}
