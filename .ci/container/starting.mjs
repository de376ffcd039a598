/** Starts of every kind: as other users, at other addresses, many at once, before the database is there. */
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { check, freePort, hold, note, until } from './checks.mjs';
import { FULL, load, MIGRATE, PASSWORD, ready } from './ground.mjs';

/** @typedef {import('./ground.mjs').Ground} Ground */

const ROUNDS = FULL ? 20 : 1;
/** How late a database comes. */
const LATE_MS = FULL ? 20_000 : 1_000;
const QUESTIONS = 20;
/** Three times what a shell needs, and a sixth of what a Node would. */
const MOST_QUESTION_MS = 20;
const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
);
/** All addresses of a family or one of them; a user of the image, and one without a name. */
const PLACES = [
  { user: '1000:0', HOST: '0.0.0.0' },
  { user: '123456:0', HOST: '127.0.0.1' },
  ...(hasIpv6 ? [{ user: '1000:0', HOST: '::' }, ...(FULL ? [{ user: '1000:0', HOST: '::1' }] : [])] : []),
];

/** @param {Ground} ground */
export async function startingChecks(ground) {
  for (const place of PLACES)
    await check(`serves as ${place.user} at ${place.HOST}`, () => servesAs(ground, place));
  await check('shows the password that it makes up on a terminal, once', () => showsPasswordOnce(ground));
  await check('asking for its health costs little', () => healthCostsLittle(ground));
  await check('says which database it lacks', () => lacksADatabase(ground));
  await check('says who owns /data when it may not write there', () => refusesForeignFolder(ground));
  await check(`two apis and a worker on an empty database, ${ROUNDS} times`, () => manyAtOnce(ground));
  await check(`waits for a database ${LATE_MS / 1000} s late`, () => waitsForItsDatabase(ground));
  await check('is an upgrade from the first schema', () => upgrades(ground));
}

/** What lets a user do more than it says, and lets anything be written but /data and /tmp. */
const RIGHTS = `grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status; id -u; id -g
for place in /app /app/dist /tmp /data; do if touch $place/trial 2>/dev/null; then echo "writes to $place"; fi; done`;

/** @param {Ground} ground @param {{ user: string, HOST: string }} place */
async function servesAs(ground, { user, HOST }) {
  const port = await freePort();
  const PORT = String(port);
  const container = ground.start(await ground.emptyDatabase(), { user, env: { PORT, HOST } });
  const healthy = async (/** @type {Record<string, string>} */ env) =>
    (await ground.run({ cmd: ground.image?.health ?? [], beside: true, env }).ended) === 0;
  await until(() => healthy({ PORT, HOST }), 'healthy', container);
  hold(!(await healthy({ PORT: '1', HOST })), 'the health check calls what is not there healthy');
  const rights = ground.run({ user, cmd: ['sh', '-c', RIGHTS], beside: true });
  await rights.ended;
  const none = '0'.repeat(16);
  const [uid, gid] = user.split(':');
  const wanted = `CapEff:\t${none}\nCapBnd:\t${none}\nNoNewPrivs:\t1\n${uid}\n${gid}\nwrites to /tmp\nwrites to /data\n`;
  hold(rights.out === wanted, `its rights are\n${rights.out}`);
}

/** @param {Ground} ground */
async function showsPasswordOnce(ground) {
  const url = await ground.emptyDatabase();
  for (const shown of [true, false]) {
    const port = await freePort();
    const env = { PORT: String(port), SUPERUSER_PASSWORD: '' };
    const typed = ground.image?.cmd.join(' ') ?? '';
    const cmd = ['script', '--quiet', '--command', typed, '/dev/null'];
    const container = ground.start(url, { cmd, env });
    await until(() => container.out.includes('is ready at'), 'ready', container);
    await until(
      () => container.out.includes(shown ? 'Try next' : 'Sign in as admin.'),
      'says all',
      container,
    );
    const says = /password +\S+ +\(shown this once/.test(container.out);
    hold(says === shown, `it says\n${container.out}`);
    await container.kill();
  }
}

/** @param {Ground} ground */
async function healthCostsLittle(ground) {
  const service = createServer((socket) =>
    socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  ).listen(0, '127.0.0.1');
  const port = await new Promise((done) => {
    service.once('listening', () => {
      const address = service.address();
      done(typeof address === 'object' ? address?.port : 0);
    });
  });
  const [shell = '', script] = ground.image?.health ?? [];
  const asked = ground.run({
    beside: true,
    cmd: [shell, '-c', `for i in {1..${QUESTIONS}}; do ${shell} ${script} || exit; done; times`],
    env: { PORT: String(port) },
  });
  const code = await asked.ended;
  service.close();
  const times = [...(asked.out.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const seconds = times.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  const each = (seconds * 1000) / QUESTIONS;
  note(`${each.toFixed(1)} ms of processor time for each question`);
  hold(code === 0 && each > 0 && each < MOST_QUESTION_MS, `it ended (${code}) with\n${asked.out}`);
}

/** @param {Ground} ground */
async function lacksADatabase(ground) {
  const container = ground.run({ env: { SUPERUSER_PASSWORD: PASSWORD } });
  const code = await container.ended;
  const says = /DATABASE_URL is not set, and no PostgreSQL came along .*: say DATABASE_URL=postgres:/;
  hold(code === 1 && says.test(container.out), `it ended (${code}) with\n${container.out}`);
}

/** @param {Ground} ground */
async function refusesForeignFolder(ground) {
  const data = ground.dataFolder({ uid: 0, mode: 0o755 });
  const container = ground.start(await ground.emptyDatabase(), { data });
  const code = await container.ended;
  const says = "DATA_DIR=/data can't be written to by user 1000 of group 0";
  hold(code === 1 && container.out.includes(says), `it ended (${code}) with\n${container.out}`);
}

/** @param {Ground} ground */
async function manyAtOnce(ground) {
  const took = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const url = await ground.emptyDatabase();
    const data = ground.dataFolder();
    const began = Date.now();
    const all = [];
    for (const ROLE of ['api', 'api', 'worker']) {
      const port = await freePort();
      all.push({ port, container: ground.start(url, { data, env: { ROLE, PORT: String(port) } }) });
    }
    await Promise.all(all.map(({ container, port }) => ready(container, port)));
    took.push(Date.now() - began);
    for (const { container } of all) await container.kill();
  }
  note(`all three ready after ${Math.min(...took)} to ${Math.max(...took)} ms`);
}

/** @param {Ground} ground */
async function waitsForItsDatabase(ground) {
  const there = new URL(await ground.emptyDatabase());
  const url = new URL(there);
  url.host = `127.0.0.1:${await freePort()}`;
  const port = await freePort();
  const container = ground.start(url.href, { env: { PORT: String(port) } });
  await until(() => container.out.includes('Waiting for it'), 'waits', container);
  await pause(LATE_MS);
  const door = createServer((socket) => {
    const onward = connect(Number(there.port), there.hostname);
    for (const each of [socket, onward]) each.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  }).listen(Number(url.port), '127.0.0.1');
  await ready(container, port);
  door.close();
}

/** @param {Ground} ground */
async function upgrades(ground) {
  const url = await ground.emptyDatabase();
  const { prepareForRows } = load('../../dist/src/database/prepare-database.js');
  const { migrations } = load('../../dist/src/database/migrations/index.js');
  await prepareForRows(url, new Set([migrations[0].name]));
  const migration = ground.start(url, { cmd: MIGRATE });
  hold((await migration.ended) === 0, `migrate ended (${migration.code}) with\n${migration.out}`);
  const port = await freePort();
  await ready(ground.start(url, { env: { PORT: String(port), MIGRATE_ON_START: 'false' } }), port);
}
