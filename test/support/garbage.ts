import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** As much as a worker may grow by before what it has let go of is collected. */
const MOST_GROWTH = 32 * 1024 * 1024;

/** Needs no flag of the command line, which threads would share. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let settled = 0;

/** Collects what nobody holds any more where there may be much of it: it takes up to a third of a second. */
export function collectWhenGrown(): void {
  if (process.memoryUsage.rss() <= settled + MOST_GROWTH) return;
  collect();
  settled = process.memoryUsage.rss();
}
