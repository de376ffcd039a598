/** Runs checks, prints a line for each, and counts them. */
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Generous: for hanging processes, not for slow ones. */
const TIMEOUT_MS = 180_000;

export const counts = { passed: 0, failed: 0 };

/** Runs a check, and prints and counts its result. @param {string} name @param {() => Promise<unknown>} work */
export async function check(name, work) {
  const started = Date.now();
  try {
    await work();
    counts.passed += 1;
    console.log(`ok      ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    counts.failed += 1;
    console.log(`failed  ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Prints a skipped check prominently. @param {string} what @param {string} reason @param {string} remedy */
export const notTested = (what, reason, remedy) =>
  console.log(`\nNOT TESTED: ${what}, because ${reason}.\n${remedy}\n`);

/** @param {boolean} condition @param {string} what message of the failure */
export function assert(condition, what) {
  if (!condition) throw new Error(what);
}

/** Polls until the condition is truthy. @param {() => unknown} condition @param {() => string} failure message */
export async function waitUntil(condition, failure) {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`timed out: ${failure()}`);
    await pause(50);
  }
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
