/** Checks that are told line by line and counted. */
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Ends what hangs; says nothing about how long a thing may take. */
const PATIENCE_MS = 180_000;

/** @type {Set<import('./namespace.mjs').Container>} */
export const running = new Set();
export const counts = { passed: 0, failed: 0 };

/** Does one check, and ends what it left running. @param {string} name @param {() => Promise<unknown>} work */
export async function check(name, work) {
  const started = Date.now();
  try {
    await work();
    counts.passed += 1;
    console.log(`ok      ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    counts.failed += 1;
    console.log(`failed  ${name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    for (const container of running) await container.kill();
    running.clear();
  }
}

/** A figure of the check that is under way. @param {string} text */
export const note = (text) => console.log(`        ${text}`);

/** Loud, for it is as if the check had failed: nobody knows. @param {string} what @param {string} why @param {string} remedy */
export const notTested = (what, why, remedy) =>
  console.log(`\nNOT TESTED: ${what}, for ${why}.\n${remedy}\n`);

/** @param {boolean} holds @param {string} what */
export function hold(holds, what) {
  if (!holds) throw new Error(what);
}

/**
 * @param {() => unknown} look @param {string} what @param {import('./namespace.mjs').Container} [of]
 * @param {number} [everyMs]
 */
export async function until(look, what, of, everyMs = 20) {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await look())) {
    if (of?.code !== undefined) throw new Error(`${what}: it ended (${of.code})\n${of.out}`);
    if (Date.now() > deadline) throw new Error(`${what}: not in time\n${of?.out ?? ''}`);
    await pause(everyMs);
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
