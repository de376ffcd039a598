import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Growth of a worker that triggers a collection. */
const MAX_GROWTH_BYTES = 32 * 1024 * 1024;

/** Set at run time: a command-line flag would be inherited by threads. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let baselineBytes = 0;

/** Collects garbage if memory has grown: a collection takes up to a third of a second. */
export function collectWhenGrown(): void {
  if (process.memoryUsage.rss() <= baselineBytes + MAX_GROWTH_BYTES) return;
  collect();
  baselineBytes = process.memoryUsage.rss();
}
