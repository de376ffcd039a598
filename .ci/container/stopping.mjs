/** Checks that one SIGTERM, at any time, stops the container soon and with the right exit code. */
import { createServer } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { check, freePort, assert, note, waitUntil } from './checks.mjs';
import { FULL, MIGRATE, ready } from './test-bed.mjs';

/**
 * @typedef {import('./test-bed.mjs').TestBed} TestBed
 * @typedef {import('./namespace.mjs').Container} Container
 */

/** Delays of SIGTERM, in ms after process 1 has its signal handler. */
const DELAYS = FULL ? [0, 10, 50, 100, 200, 500, 1_000, 2_000] : [0, 100, 600];
const MIGRATION_DELAYS = FULL ? [10, 100, 500, 1_000] : [400];
/** 2 s on an idle machine, more under load. */
const maxStopMs = () => (FULL ? 2_000 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()) : 20_000);
/** Graceful shutdown, or the signal itself before there was anything to shut down. */
const EXIT_CODES = [0, 143];

/** @param {TestBed} testBed */
export async function stoppingChecks(testBed) {
  await check('stops soon after SIGTERM at any time of its start', () => stopsWhileItStarts(testBed));
  await check('stops soon after SIGTERM during a migration', () => stopsWhileItMigrates(testBed));
  await check('stops soon and without error after SIGTERM once it is ready', () => stopsGracefully(testBed));
  await check('stops while it waits for a silent database', () => stopsWaitingForDatabase(testBed));
  await check('forwards input, output, signals and the exit code of its command', () =>
    forwardsEverything(testBed),
  );
}

/** @param {Container} container */
const hasHandler = (container) =>
  waitUntil(() => container.state === 'handler', 'has a signal handler', container, 2);

/**
 * Signals a container and checks that it stops in time.
 * @param {Container} container @param {string} when @param {readonly number[]} [exitCodes] accepted ones
 * @param {NodeJS.Signals} [signal]
 */
async function stops(container, when, exitCodes = EXIT_CODES, signal = 'SIGTERM') {
  const sent = Date.now();
  container.signal(signal);
  await waitUntil(() => container.code !== undefined, `stopped (signal ${when})`);
  const took = Date.now() - sent;
  note(`signal ${when}: stopped after ${took} ms, ${container.code}`);
  assert(took <= maxStopMs(), `signal ${when}: it stopped after ${took} ms\n${container.out}`);
  assert(
    exitCodes.includes(Number(container.code)),
    `signal ${when}: it ended (${container.code})\n${container.out}`,
  );
}

/** @param {TestBed} testBed */
async function stopsWhileItStarts(testBed) {
  for (const delay of DELAYS) {
    const env = { PORT: String(await freePort()), ROLE: delay % 100 === 0 ? 'all' : 'worker' };
    const container = testBed.start(await testBed.emptyDatabase(), { env });
    await hasHandler(container);
    await pause(delay);
    await stops(container, `${delay} ms after the first line`);
  }
}

/** @param {TestBed} testBed */
async function stopsWhileItMigrates(testBed) {
  for (const delay of MIGRATION_DELAYS) {
    const migration = testBed.start(await testBed.emptyDatabase(), { cmd: MIGRATE });
    await hasHandler(migration);
    await pause(delay);
    await stops(migration, `${delay} ms after the first line of migrate`);
  }
}

/** @param {TestBed} testBed */
async function stopsGracefully(testBed) {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
    const port = await freePort();
    const container = testBed.start(await testBed.emptyDatabase(), { env: { PORT: String(port) } });
    await ready(container, port);
    await stops(container, `${signal} when it serves`, [0], signal);
  }
}

/** @param {TestBed} testBed */
async function stopsWaitingForDatabase(testBed) {
  for (const cmd of [undefined, MIGRATE]) {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await new Promise((done) => silent.once('listening', done));
    const address = silent.address();
    const url = `postgres://ann:secret@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/x`;
    const connected = new Promise((done) => silent.once('connection', done));
    const container = testBed.start(url, cmd ? { cmd } : {});
    await connected;
    await stops(container, `${cmd ? 'migrate' : 'a start'} waiting for a silent database`);
    silent.close();
  }
}

/** @param {TestBed} testBed */
async function forwardsEverything(testBed) {
  const read = testBed.run({ cmd: ['cat'], input: 'one\ntwo\n' });
  assert((await read.ended) === 0 && read.out === 'one\ntwo\n', `it read (${read.code}) ${read.out}`);
  const failed = testBed.run({ cmd: ['sh', '-c', 'exit 7'] });
  assert((await failed.ended) === 7, `7 came as ${failed.code}`);
  const killed = testBed.run({ cmd: ['sh', '-c', 'kill -KILL $$'] });
  assert((await killed.ended) === 137, `KILL came as ${killed.code}`);
  // A command with a handler of its own ends on its own terms, also after repeated signals.
  const own = testBed.run({
    cmd: ['sh', '-c', 'trap "sleep 1; exit 5" TERM; echo trapped; while :; do sleep 0.1; done'],
  });
  await waitUntil(() => own.out.includes('trapped'), 'runs', own);
  for (let times = 0; times < 5; times += 1) {
    own.signal('SIGTERM');
    await pause(50);
  }
  assert((await own.ended) === 5, `5 came as ${own.code}`);
}
