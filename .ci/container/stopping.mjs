/** One SIGTERM at any moment, and no second one: the container is gone soon, and says by its code how it went. */
import { createServer } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { check, freePort, hold, note, until } from './checks.mjs';
import { FULL, MIGRATE, ready } from './ground.mjs';

/**
 * @typedef {import('./ground.mjs').Ground} Ground
 * @typedef {import('./namespace.mjs').Container} Container
 */

/** When a start is told to stop, in ms from the moment at which process 1 hears. */
const MOMENTS = FULL ? [0, 10, 50, 100, 200, 500, 1_000, 2_000] : [0, 100, 600];
const MIGRATING = FULL ? [10, 100, 500, 1_000] : [400];
/** The bar is 2 s, for a machine that does nothing else: where others want the processors too, all takes longer. */
const mostStopMs = () => (FULL ? 2_000 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()) : 20_000);
/** Stopped in order, or ended by the signal before there was anything to put in order. */
const ENDS = [0, 143];

/** @param {Ground} ground */
export async function stoppingChecks(ground) {
  await check('is gone soon after one SIGTERM at any moment of its start', () => stopsWhileItStarts(ground));
  await check('is gone soon after one SIGTERM while it migrates', () => stopsWhileItMigrates(ground));
  await check('is gone soon after one SIGTERM once it serves, without an error', () => stopsInOrder(ground));
  await check('leaves a database that says nothing', () => leavesASilentDatabase(ground));
  await check('hands on input, output, signals and the code of what it runs', () => standsAside(ground));
}

/** @param {Container} container */
const hears = (container) => until(() => container.state === 'hearing', 'hears', container, 2);

/**
 * @param {Container} container @param {string} when @param {readonly number[]} [ends] codes that it may end with
 * @param {NodeJS.Signals} [signal]
 */
async function goesOn(container, when, ends = ENDS, signal = 'SIGTERM') {
  const told = Date.now();
  container.tell(signal);
  await until(() => container.code !== undefined, `gone (told ${when})`);
  const took = Date.now() - told;
  note(`told ${when}: gone after ${took} ms, ${container.code}`);
  hold(took <= mostStopMs(), `told ${when}, it was gone after ${took} ms\n${container.out}`);
  hold(ends.includes(Number(container.code)), `told ${when}, it ended (${container.code})\n${container.out}`);
}

/** @param {Ground} ground */
async function stopsWhileItStarts(ground) {
  for (const moment of MOMENTS) {
    const env = { PORT: String(await freePort()), ROLE: moment % 100 === 0 ? 'all' : 'worker' };
    const container = ground.start(await ground.emptyDatabase(), { env });
    await hears(container);
    await pause(moment);
    await goesOn(container, `${moment} ms after the first line`);
  }
}

/** @param {Ground} ground */
async function stopsWhileItMigrates(ground) {
  for (const moment of MIGRATING) {
    const migration = ground.start(await ground.emptyDatabase(), { cmd: MIGRATE });
    await hears(migration);
    await pause(moment);
    await goesOn(migration, `${moment} ms after the first line of migrate`);
  }
}

/** @param {Ground} ground */
async function stopsInOrder(ground) {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
    const port = await freePort();
    const container = ground.start(await ground.emptyDatabase(), { env: { PORT: String(port) } });
    await ready(container, port);
    await goesOn(container, `${signal} when it serves`, [0], signal);
  }
}

/** @param {Ground} ground */
async function leavesASilentDatabase(ground) {
  for (const cmd of [undefined, MIGRATE]) {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await new Promise((done) => silent.once('listening', done));
    const address = silent.address();
    const url = `postgres://ann:secret@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/x`;
    const connected = new Promise((done) => silent.once('connection', done));
    const container = ground.start(url, cmd ? { cmd } : {});
    await connected;
    await goesOn(container, `${cmd ? 'migrate' : 'a start'} before a silent database`);
    silent.close();
  }
}

/** @param {Ground} ground */
async function standsAside(ground) {
  const read = ground.run({ cmd: ['cat'], input: 'one\ntwo\n' });
  hold((await read.ended) === 0 && read.out === 'one\ntwo\n', `it read (${read.code}) ${read.out}`);
  const failed = ground.run({ cmd: ['sh', '-c', 'exit 7'] });
  hold((await failed.ended) === 7, `7 came as ${failed.code}`);
  const killed = ground.run({ cmd: ['sh', '-c', 'kill -KILL $$'] });
  hold((await killed.ended) === 137, `KILL came as ${killed.code}`);
  // What hears a signal ends as it likes, however often it is told meanwhile.
  const own = ground.run({
    cmd: ['sh', '-c', 'trap "sleep 1; exit 5" TERM; echo heard; while :; do sleep 0.1; done'],
  });
  await until(() => own.out.includes('heard'), 'runs', own);
  for (let times = 0; times < 5; times += 1) {
    own.tell('SIGTERM');
    await pause(50);
  }
  hold((await own.ended) === 5, `5 came as ${own.code}`);
}
