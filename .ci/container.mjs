/**
 * Makes the image and runs it as containers are run: process 1, a root that can't be written to, no capabilities, users of
 * many kinds. Every step is one line; the last line counts them. Needs root on a Linux that allows namespaces, and says so
 * loudly where it is not allowed. TEST_PROFILE=full builds everything anew and does every round.
 */
import { createRequire } from 'node:module';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { check, counts, freePort, hold, running, until } from './container/checks.mjs';
import { makeImage } from './container/image.mjs';
import { Container, obstacle } from './container/namespace.mjs';

const FULL = process.env['TEST_PROFILE'] === 'full';
const ROUNDS = FULL ? 20 : 1;
/** When a start is told to stop, counted from its first moment. */
const MOMENTS = FULL ? [0, 100, 500, 1_000, 2_000] : [0, 500];
/** The bar is 2 s, for a machine that does nothing else. */
const MOST_STOP_MS = FULL ? 2_000 : 20_000;
const MOST_MEGABYTES = 60;
const PASSWORD = 'correct horse';

const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const scratch = mkdtempSync(join(tmpdir(), 'fieldhouse-container-'));
const load = createRequire(import.meta.url);

/** A folder for /data, as the image makes it. */
function dataFolder({ uid = 1000, gid = 0, mode = 0o2770 } = {}) {
  const folder = mkdtempSync(join(scratch, 'data-'));
  chownSync(folder, uid, gid);
  chmodSync(folder, mode);
  return folder;
}

/** @type {import('./container/image.mjs').Stage} */
let image;
/** @type {import('../src/embedded-postgres/embedded-postgres.js').EmbeddedPostgres} */
let postgres;
let databases = 0;

/** The address of a database with nothing in it. */
async function emptyDatabase() {
  const { Client } = load('pg');
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const name = `container_${(databases += 1)}`;
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** @param {string} url @param {Partial<import('./container/namespace.mjs').Options>} [options] */
function start(url, { env = {}, data = dataFolder(), ...options } = {}) {
  const variables = { DATABASE_URL: url, SECRET_KEY: 'k'.repeat(64), SUPERUSER_PASSWORD: PASSWORD, ...env };
  const container = new Container(image, { data, env: variables, ...options });
  running.add(container);
  return container;
}

/** @param {Container} container @param {number} port */
const ready = (container, port) =>
  until(() => answers(`http://127.0.0.1:${port}/health/ready`), 'ready', container);

/** @param {string} address */
async function answers(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Told until it is gone: what comes before its first line is run, Node takes for itself, and process 1 does not hear.
 * @param {Container} container
 */
async function goesOnSigterm(container) {
  const told = Date.now();
  const again = setInterval(() => container.tell('SIGTERM'), 100);
  container.tell('SIGTERM');
  await until(() => container.code !== undefined, 'gone').finally(() => clearInterval(again));
  const took = Date.now() - told;
  hold(took <= MOST_STOP_MS, `gone after ${took} ms`);
}

async function imageIsMade() {
  const dist = () =>
    cpSync(join(checkout, 'dist'), join(scratch, 'image/build/app/dist'), { recursive: true });
  image = makeImage(checkout, join(scratch, 'image'), FULL ? {} : { build: dist });
  const size = spawnSync('du', ['-sm', join(image.root, 'app/node_modules')], { encoding: 'utf8' }).stdout;
  console.log(`        node_modules: ${Number.parseInt(size, 10)} MB`);
  hold(Number.parseInt(size, 10) < MOST_MEGABYTES, `node_modules are ${size}`);
  hold(existsSync(join(image.root, 'app/sbom.spdx.json')), 'there is no list of what is in it');
}

/** @param {string} user @param {string} data */
async function servesAs(user, data) {
  const port = await freePort();
  const container = start(await emptyDatabase(), { user, data, env: { PORT: String(port) } });
  await ready(container, port);
  const asked = new Container(image, { data: dataFolder(), cmd: image.health, env: { PORT: String(port) } });
  hold((await asked.ended) === 0, `the health check: ${asked.out}`);
  const closed = new Container(image, { data: dataFolder(), cmd: image.health, env: { PORT: '1' } });
  hold((await closed.ended) !== 0, 'the health check calls what is not there healthy');
  await goesOnSigterm(container);
}

async function refusesForeignFolder() {
  const container = start(await emptyDatabase(), { data: dataFolder({ uid: 0, mode: 0o755 }) });
  const code = await container.ended;
  const says = "DATA_DIR=/data can't be written to by user 1000 of group 0";
  hold(code === 1 && container.out.includes(says), `it ended (${code}) with\n${container.out}`);
}

async function manyAtOnce() {
  for (let round = 0; round < ROUNDS; round += 1) {
    const url = await emptyDatabase();
    const data = dataFolder();
    const ports = [await freePort(), await freePort(), await freePort()];
    const roles = ['api', 'api', 'worker'];
    const all = roles.map((ROLE, at) => start(url, { data, env: { ROLE, PORT: String(ports[at]) } }));
    await Promise.all(all.map((container, at) => ready(container, ports[at] ?? 0)));
    for (const container of all) await container.kill();
  }
}

async function stopsWheneverTold() {
  for (const moment of MOMENTS) {
    const container = start(await emptyDatabase(), { env: { PORT: String(await freePort()) } });
    await until(() => container.pid !== undefined, 'begins', container);
    await pause(moment);
    await goesOnSigterm(container);
  }
  const migration = start(await emptyDatabase(), { cmd: ['node', 'dist/src/cli/main.js', 'migrate'] });
  await until(() => migration.pid !== undefined, 'begins', migration);
  await goesOnSigterm(migration);
}

async function waitsForItsDatabase() {
  const there = new URL(await emptyDatabase());
  const url = new URL(there);
  url.host = `127.0.0.1:${await freePort()}`;
  const port = await freePort();
  const container = start(url.href, { env: { PORT: String(port) } });
  await until(() => container.out.includes('Waiting for it'), 'waits', container);
  const door = createServer((socket) => {
    const onward = connect(Number(there.port), there.hostname);
    for (const each of [socket, onward]) each.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  }).listen(Number(url.port), '127.0.0.1');
  await ready(container, port);
  door.close();
}

async function leavesASilentDatabase() {
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await new Promise((done) => silent.once('listening', done));
  const address = silent.address();
  const url = `postgres://ann:secret@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/x`;
  const connected = new Promise((done) => silent.once('connection', done));
  const container = start(url);
  await connected;
  await goesOnSigterm(container);
  silent.close();
}

async function carriesASurvey() {
  const url = await emptyDatabase();
  const data = dataFolder();
  const port = await freePort();
  const service = start(url, { data, env: { PORT: String(port) } });
  await ready(service, port);
  const typed = async (/** @type {string[]} */ ...words) => {
    const env = { FIELDHOUSE_URL: `http://127.0.0.1:${port}`, FIELDHOUSE_PASSWORD: PASSWORD };
    const command = start(url, { data, env, cmd: ['node', 'dist/src/cli/main.js', ...words] });
    hold((await command.ended) === 0, `${words.join(' ')} ended (${command.code}) with\n${command.out}`);
    return command.out;
  };
  const token = (await typed('user', 'token', 'admin')).trim();
  const ask = async (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) => {
    const headers = { Authorization: `Token ${token}`, ...init.headers };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
    hold(answer.ok, `${path} answers ${answer.status}: ${await answer.clone().text()}`);
    return answer;
  };
  const send = (/** @type {string} */ path, /** @type {object} */ body) =>
    ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const survey = [{ type: 'image', name: 'photo', label: 'A photo' }];
  const made = await send('/api/v2/assets/', { name: 'Wells', asset_type: 'survey', content: { survey } });
  const { uid } = JSON.parse(await made.text());
  await send(`/api/v2/assets/${uid}/deployment/`, { active: true });
  const form = new FormData();
  const xml = `<data id="${uid}"><photo>one.png</photo><meta><instanceID>uuid:${crypto.randomUUID()}</instanceID></meta></data>`;
  form.append('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'answer.xml');
  const sharp = load('sharp');
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'green' } })
    .png()
    .toBuffer();
  form.append('one.png', new Blob([photo], { type: 'image/png' }), 'one.png');
  await ask('/submission', { method: 'POST', body: form });
  const { results } = JSON.parse(await (await ask(`/api/v2/assets/${uid}/data/`)).text());
  const [attachment] = results[0]._attachments;
  for (const key of ['download_url', 'download_small_url'])
    await ask(new URL(attachment[key]).pathname + new URL(attachment[key]).search);
  for (const path of [
    '/api/docs/',
    '/metrics',
    `/api/v2/assets/${uid}.xls`,
    `/api/v2/assets/${uid}/reports/`,
  ])
    await ask(path);
  await typed('demo');
  await typed('backup', '/data/backup');
  await typed('verify', '/data/backup');
  hold(/^\d+\.\d+\.\d+$/.test((await typed('--version')).trim()), 'it tells no version');
}

async function upgrades() {
  const url = await emptyDatabase();
  const { prepareForRows } = load('../dist/src/database/prepare-database.js');
  const { migrations } = load('../dist/src/database/migrations/index.js');
  await prepareForRows(url, new Set([migrations[0].name]));
  const migration = start(url, { cmd: ['node', 'dist/src/cli/main.js', 'migrate'] });
  hold((await migration.ended) === 0, `migrate ended (${migration.code}) with\n${migration.out}`);
  const port = await freePort();
  await ready(start(url, { env: { PORT: String(port), MIGRATE_ON_START: 'false' } }), port);
}

async function run() {
  mkdirSync(join(scratch, 'database'));
  chmodSync(scratch, 0o755);
  const { startEmbeddedPostgres } = load('../dist/src/embedded-postgres/embedded-postgres.js');
  postgres = await startEmbeddedPostgres({
    dataDir: join(scratch, 'database'),
    log: () => undefined,
    durable: false,
  });
  await check('the image is made', imageIsMade);
  if (counts.failed > 0) return;
  await check('serves as 1000:0', () => servesAs('1000:0', dataFolder()));
  await check('serves as 123456:0', () => servesAs('123456:0', dataFolder()));
  await check('says who owns /data when it may not write there', refusesForeignFolder);
  await check(`two apis and a worker on an empty database, ${ROUNDS} times`, manyAtOnce);
  await check('is gone soon when it is told to stop', stopsWheneverTold);
  await check('waits for its database', waitsForItsDatabase);
  await check('leaves a database that says nothing', leavesASilentDatabase);
  await check('carries a survey, the demo and a backup', carriesASurvey);
  await check('is an upgrade from the first schema', upgrades);
}

async function cleanUp() {
  for (const container of running) await container.kill();
  await postgres?.stop();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}

const hindrance = obstacle();
if (hindrance === undefined) {
  try {
    await run();
  } catch (error) {
    counts.failed += 1;
    console.log(error);
  } finally {
    await cleanUp();
  }
} else {
  console.log(
    `\nNOT TESTED: the image can't be run here, for this machine allows no namespaces (${hindrance}).`,
  );
  console.log('Run .ci/container.mjs as root on a Linux that does.\n');
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed > 0 ? 1 : 0);
