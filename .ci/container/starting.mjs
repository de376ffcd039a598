/** Checks starts: as several users, at several addresses, concurrently, and before the database is up. */
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { check, freePort, assert, note, waitUntil } from './checks.mjs';
import { FULL, load, MIGRATE, PASSWORD, ready } from './test-bed.mjs';

/** @typedef {import('./test-bed.mjs').TestBed} TestBed */

const ROUNDS = FULL ? 20 : 1;
/** Delay of the database. */
const DATABASE_DELAY_MS = FULL ? 20_000 : 1_000;
const HEALTH_CHECKS = 20;
/** CPU time: three times that of a shell, a sixth of that of a Node. */
const MAX_HEALTH_CHECK_MS = 20;
const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
);
/** Wildcard and single addresses; the user of the image, and an unknown uid. */
const CASES = [
  { user: '1000:0', HOST: '0.0.0.0' },
  { user: '123456:0', HOST: '127.0.0.1' },
  ...(hasIpv6 ? [{ user: '1000:0', HOST: '::' }, ...(FULL ? [{ user: '1000:0', HOST: '::1' }] : [])] : []),
];

/** @param {TestBed} testBed */
export async function startingChecks(testBed) {
  for (const each of CASES)
    await check(`serves as ${each.user} at ${each.HOST}`, () => servesAs(testBed, each));
  await check('shows the generated password once, on a terminal', () => showsPasswordOnce(testBed));
  await check('health checks need little CPU time', () => healthCheckIsCheap(testBed));
  await check('explains that DATABASE_URL is missing', () => explainsMissingDatabase(testBed));
  await check('explains that /data is not writable', () => explainsUnwritableFolder(testBed));
  await check(`two APIs and a worker start on an empty database, ${ROUNDS} times`, () =>
    startsConcurrently(testBed),
  );
  await check(`waits for a database that is ${DATABASE_DELAY_MS / 1000} s late`, () =>
    waitsForDatabase(testBed),
  );
  await check('upgrades from the first schema', () => upgrades(testBed));
}

/** Prints capabilities, user, and writable folders. */
const PRIVILEGES = `grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status; id -u; id -g
for folder in /app /app/dist /tmp /data; do if touch $folder/trial 2>/dev/null; then echo "writes to $folder"; fi; done`;

/** @param {TestBed} testBed @param {{ user: string, HOST: string }} options */
async function servesAs(testBed, { user, HOST }) {
  const port = await freePort();
  const PORT = String(port);
  const container = testBed.start(await testBed.emptyDatabase(), { user, env: { PORT, HOST } });
  const healthy = async (/** @type {Record<string, string>} */ env) =>
    (await testBed.run({ cmd: testBed.image?.health ?? [], exec: true, env }).ended) === 0;
  await waitUntil(() => healthy({ PORT, HOST }), 'healthy', container);
  assert(!(await healthy({ PORT: '1', HOST })), 'the health check passes without a service');
  const privileges = testBed.run({ user, cmd: ['sh', '-c', PRIVILEGES], exec: true });
  await privileges.ended;
  const none = '0'.repeat(16);
  const [uid, gid] = user.split(':');
  const expected = `CapEff:\t${none}\nCapBnd:\t${none}\nNoNewPrivs:\t1\n${uid}\n${gid}\nwrites to /tmp\nwrites to /data\n`;
  assert(privileges.out === expected, `its privileges are\n${privileges.out}`);
}

/** @param {TestBed} testBed */
async function showsPasswordOnce(testBed) {
  const url = await testBed.emptyDatabase();
  for (const shown of [true, false]) {
    const port = await freePort();
    const env = { PORT: String(port), SUPERUSER_PASSWORD: '' };
    const command = testBed.image?.cmd.join(' ') ?? '';
    const cmd = ['script', '--quiet', '--command', command, '/dev/null'];
    const container = testBed.start(url, { cmd, env });
    await waitUntil(() => container.out.includes('is ready at'), 'ready', container);
    await waitUntil(
      () => container.out.includes(shown ? 'Next, in another terminal' : 'Sign in as admin.'),
      'prints its whole message',
      container,
    );
    const expected = /password +\S+ +\(shown only once/.test(container.out);
    assert(expected === shown, `it prints\n${container.out}`);
    await container.kill();
  }
}

/** @param {TestBed} testBed */
async function healthCheckIsCheap(testBed) {
  const service = createServer((socket) =>
    socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  ).listen(0, '127.0.0.1');
  const port = await new Promise((done) => {
    service.once('listening', () => {
      const address = service.address();
      done(typeof address === 'object' ? address?.port : 0);
    });
  });
  const [shell = '', script] = testBed.image?.health ?? [];
  const checks = testBed.run({
    exec: true,
    cmd: [shell, '-c', `for i in {1..${HEALTH_CHECKS}}; do ${shell} ${script} || exit; done; times`],
    env: { PORT: String(port) },
  });
  const code = await checks.ended;
  service.close();
  const times = [...(checks.out.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const seconds = times.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  const each = (seconds * 1000) / HEALTH_CHECKS;
  note(`${each.toFixed(1)} ms of CPU time per health check`);
  assert(code === 0 && each > 0 && each < MAX_HEALTH_CHECK_MS, `it ended (${code}) with\n${checks.out}`);
}

/** @param {TestBed} testBed */
async function explainsMissingDatabase(testBed) {
  const container = testBed.run({ env: { SUPERUSER_PASSWORD: PASSWORD } });
  const code = await container.ended;
  const expected = /DATABASE_URL is not set, and no PostgreSQL is bundled .* Set DATABASE_URL=postgres:/;
  assert(code === 1 && expected.test(container.out), `it ended (${code}) with\n${container.out}`);
}

/** @param {TestBed} testBed */
async function explainsUnwritableFolder(testBed) {
  const data = testBed.dataFolder({ uid: 0, mode: 0o755 });
  const container = testBed.start(await testBed.emptyDatabase(), { data });
  const code = await container.ended;
  const expected = 'DATA_DIR=/data is not writable by user 1000 of group 0';
  assert(code === 1 && container.out.includes(expected), `it ended (${code}) with\n${container.out}`);
}

/** @param {TestBed} testBed */
async function startsConcurrently(testBed) {
  const took = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const url = await testBed.emptyDatabase();
    const data = testBed.dataFolder();
    const began = Date.now();
    const all = [];
    for (const ROLE of ['api', 'api', 'worker']) {
      const port = await freePort();
      all.push({ port, container: testBed.start(url, { data, env: { ROLE, PORT: String(port) } }) });
    }
    await Promise.all(all.map(({ container, port }) => ready(container, port)));
    took.push(Date.now() - began);
    for (const { container } of all) await container.kill();
  }
  note(`all three ready after ${Math.min(...took)} to ${Math.max(...took)} ms`);
}

/** @param {TestBed} testBed */
async function waitsForDatabase(testBed) {
  const target = new URL(await testBed.emptyDatabase());
  const url = new URL(target);
  url.host = `127.0.0.1:${await freePort()}`;
  const port = await freePort();
  const container = testBed.start(url.href, { env: { PORT: String(port) } });
  await waitUntil(() => container.out.includes('Waiting for it'), 'waits', container);
  await pause(DATABASE_DELAY_MS);
  const forwarder = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const each of [socket, upstream]) each.on('error', () => undefined);
    socket.pipe(upstream).pipe(socket);
  }).listen(Number(url.port), '127.0.0.1');
  await ready(container, port);
  forwarder.close();
}

/** @param {TestBed} testBed */
async function upgrades(testBed) {
  const url = await testBed.emptyDatabase();
  const { prepareForRows } = load('../../dist/src/database/prepare-database.js');
  const { migrations } = load('../../dist/src/database/migrations/index.js');
  await prepareForRows(url, new Set([migrations[0].name]));
  const migration = testBed.start(url, { cmd: MIGRATE });
  assert((await migration.ended) === 0, `migrate ended (${migration.code}) with\n${migration.out}`);
  const port = await freePort();
  await ready(testBed.start(url, { env: { PORT: String(port), MIGRATE_ON_START: 'false' } }), port);
}
