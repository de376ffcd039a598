import { runInNewContext } from 'node:vm';

/** By then the garbage of the start is complete. */
const DELAY_MS = 8_000;

/**
 * Allocates among old objects once, in 2 ms. V8 compacts an idle heap when few old objects are allocated, but takes none for
 * many: on Node 24 an idle service kept 20 MB of its start (docs/performance.md#idle-memory).
 */
export function allowCompaction(): void {
  setTimeout(() => void runInNewContext('0'), DELAY_MS).unref();
}
