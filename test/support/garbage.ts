import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** As much as a worker may grow by before what it has let go of is collected. */
const MOST_GROWTH = 32 * 1024 * 1024;

/** Needs no flag of the command line, which threads would share. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let settled = 0;

/** Collects what nobody holds any more. Takes a tenth of a second. */
export function collectGarbage(): void {
  collect();
  settled = process.memoryUsage.rss();
}

/** The same where there may be much of it. */
export function collectWhenGrown(): void {
  if (process.memoryUsage.rss() > settled + MOST_GROWTH) collectGarbage();
}
