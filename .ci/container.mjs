/**
 * Builds the image by Docker or Podman and runs it, restricted as compose.yaml does. Without an engine it starts the same
 * files as the same user instead, and prints NOT TESTED. Prints one line per check, then the counts.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assert, check, counts, freePort, notTested, waitUntil } from './container/checks.mjs';
import { EngineImage, findEngine } from './container/engine.mjs';
import { FolderImage } from './container/folder.mjs';
import { runSurvey } from './container/survey.mjs';

/** @typedef {ReturnType<EngineImage['start']> | ReturnType<FolderImage['start']>} Container */

const PASSWORD = 'correct horse';
const CLI = ['node', 'dist/src/cli/main.js'];
/** Packages, bundles and scripts of pages together; they have 60 MB. */
const MAX_FILES_KB = 80_000;
/** Delay of SIGTERM after the start of a container. */
const SIGNAL_DELAYS_MS = [100, 600];
const MAX_STOP_MS = 20_000;
/** Prints the user and the folders that it can write to. */
const PRIVILEGES = `id -u; id -g; for folder in . dist "$DATA_DIR"; do
  if touch "$folder/trial" 2>/dev/null; then echo "writes to $folder"; fi; done`;
const CAPABILITIES = "grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status";

const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const load = createRequire(import.meta.url);
const scratch = mkdtempSync(join(tmpdir(), 'fieldhouse-container-'));
const engine = findEngine(checkout);
const image = 'program' in engine ? new EngineImage(engine.program, checkout) : new FolderImage(checkout);
/** @type {import('../src/database/embedded-postgres/embedded-postgres.js').EmbeddedPostgres | undefined} */
let postgres;
let databases = 0;

/** Creates an empty database. @returns the variables of a service on it */
async function variables() {
  const { Client } = load('pg');
  const url = new URL(postgres?.url ?? '');
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const name = `container_${(databases += 1)}`;
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  const port = String(await freePort());
  const s3 = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'key' };
  const command = { FIELDHOUSE_URL: `http://127.0.0.1:${port}`, FIELDHOUSE_PASSWORD: PASSWORD };
  const secrets = { SECRET_KEY: 'k'.repeat(64), SUPERUSER_PASSWORD: PASSWORD };
  return { DATABASE_URL: url.href, PORT: port, ...secrets, ...s3, ...command };
}

async function explainsMissingDatabase() {
  const container = image.start({ SUPERUSER_PASSWORD: PASSWORD });
  const code = await container.ended();
  const expected = /DATABASE_URL is not set, and no PostgreSQL is bundled .* Set DATABASE_URL=postgres:/;
  assert(code === 1 && expected.test(container.out), `it ended (${code}) with\n${container.out}`);
}

async function upgrades() {
  const env = await variables();
  const { migrateToSchema } = load('../dist/src/database/prepare-database.js');
  const { migrations } = load('../dist/src/database/migrations/index.js');
  await migrateToSchema(env.DATABASE_URL, new Set([migrations[0].name]));
  const migration = image.start(env, [...CLI, 'migrate']);
  const code = await migration.ended();
  assert(code === 0, `migrate ended (${code}) with\n${migration.out}`);
  const container = image.start({ ...env, MIGRATE_ON_START: 'false' });
  await healthy(container);
  await stops(container, [0]);
}

/** @param {Container} container */
async function healthy(container) {
  const failure = () => `it is not healthy:\n${container.out}`;
  await waitUntil(async () => {
    assert(container.isRunning, failure());
    return container.isHealthy();
  }, failure);
}

/** @param {Container} container */
async function isRestricted(container) {
  const isEngine = image instanceof EngineImage;
  const { out } = await container.exec([
    'sh',
    '-c',
    isEngine ? `${PRIVILEGES}; ${CAPABILITIES}` : PRIVILEGES,
  ]);
  const none = '0'.repeat(16);
  const expected = isEngine
    ? `1000\n0\nwrites to /data\nCapEff:\t${none}\nCapBnd:\t${none}\nNoNewPrivs:\t1\n`
    : /^1000\n0\nwrites to \S+data-\w+\n$/;
  assert(
    typeof expected === 'string' ? out === expected : expected.test(out),
    `user and writable folders:\n${out}`,
  );
}

/** @param {Container} container */
async function isSmall(container) {
  const { out } = await container.exec(['du', '-sk', '.']);
  const size = Number.parseInt(out, 10);
  assert(size <= MAX_FILES_KB, `its files have ${size} KB instead of ${MAX_FILES_KB} at most`);
  console.log(`        ${(size / 1000).toFixed(1)} MB in all`);
}

/** @param {Container} container */
async function hasAllFiles(container) {
  const script = readFileSync(join(checkout, '.ci/container/load-files.cjs'), 'utf8');
  const { code, out } = await container.exec(['node', '-e', script]);
  assert(code === 0 && out === '', `loading its files ended (${code}) with\n${out}`);
}

/** The SBOM lists each package with a licence in the image. @param {Container} container */
async function hasLicences(container) {
  const { out } = await container.exec(['cat', 'sbom.spdx.json']);
  const listed = new Set(
    JSON.parse(out).packages.map((/** @type {any} */ each) => `${each.name} ${each.versionInfo}`),
  );
  const notices = await container.exec(['cat', 'dist/src/bundle/licences.txt', 'dist/browser/licences.txt']);
  const packages = notices.out
    .split(`${'-'.repeat(80)}\n`)
    .flatMap((text) => /^\s*(@?[a-z]\S* \d+\.\S+)/.exec(text)?.[1] ?? []);
  const missing = packages.filter((name) => !listed.has(name));
  assert(
    packages.length > 200 && missing.length === 0,
    `the SBOM lacks ${missing.join(', ')} of ${packages.length}`,
  );
}

/** Each loads files that others do not. @param {Container} container */
async function runsCommands(container) {
  const shell = (/** @type {string} */ words) => ['sh', '-c', `${CLI.join(' ')} ${words}`];
  for (const [words, output = /^/, status = 0] of /** @type {[string, RegExp?, number?][]} */ ([
    ['--version', /^\d+\.\d+/],
    ['migrate'],
    ['demo'],
    ['backup "$DATA_DIR/backup"'],
    ['verify "$DATA_DIR/backup"'],
    ['restore "$DATA_DIR/backup"', /not empty/, 1],
    ['user create mary'],
    ['user token mary'],
    ['message create --title Stop --body "**Soon**" --until 2100-01-01'],
    ['message list', /Stop/],
    ['database distribute --dry-run', /Citus/, 1],
    ['export-account admin "$DATA_DIR/account"'],
    ['import-account "$DATA_DIR/account" --dry-run'],
    ['migrate-from http://127.0.0.1:1 --allow-private', /SOURCE_TOKEN/, 2],
    ['secret-key reseal'],
    ['storage migrate --to "s3://bucket?endpoint=http://127.0.0.1:1"', /S3 does not respond/, 1],
    ['xlsform check "$(ls -d "$DATA_DIR"/account/assets/*/*.xlsx | head -1)"'],
  ])) {
    const { code, out } = await container.exec(shell(words), 'correct-horse\n');
    assert(code === status && output.test(out), `${words} ended (${code}) with\n${out}`);
  }
}

/** Sends one SIGTERM. @param {Container} container @param {readonly (number | string | null)[]} codes accepted ones */
async function stops(container, codes) {
  const sent = Date.now();
  container.signal('SIGTERM');
  const code = await Promise.race([container.ended(), pause(MAX_STOP_MS, 'running')]);
  assert(codes.includes(code), `it is ${code} ${Date.now() - sent} ms after SIGTERM:\n${container.out}`);
}

async function stopsWhileItStarts() {
  for (const delay of SIGNAL_DELAYS_MS) {
    const container = image.start(await variables());
    await pause(delay);
    // Graceful shutdown, or the signal itself before there was anything to shut down.
    await stops(container, [0, 143]);
  }
}

async function run() {
  mkdirSync(join(scratch, 'database'));
  const { startEmbeddedPostgres } = load('../dist/src/database/embedded-postgres/embedded-postgres.js');
  postgres = await startEmbeddedPostgres({
    dataDir: join(scratch, 'database'),
    log: () => undefined,
    durable: false,
  });
  const built = 'program' in engine ? 'the image is built' : 'the files of the image are laid out';
  await check(built, async () => image.build());
  if (counts.failed > 0) return;
  await check('explains that DATABASE_URL is missing', explainsMissingDatabase);
  await check('upgrades from the first schema', upgrades);
  await check('stops after SIGTERM during its start', stopsWhileItStarts);
  const env = await variables();
  const container = image.start(env);
  await check('becomes healthy', () => healthy(container));
  if (image instanceof EngineImage || process.getuid?.() === 0)
    await check('is restricted: its user, and the folders that it writes to', () => isRestricted(container));
  await check('is small', () => isSmall(container));
  await check('has all files that its bundles load', () => hasAllFiles(container));
  await check('has the licence of each package, and an SBOM with all of them', () => hasLicences(container));
  await check('runs a survey with a photo, and exports it', () =>
    runSurvey(`http://127.0.0.1:${env.PORT}`, PASSWORD),
  );
  await check('runs its commands', () => runsCommands(container));
  await check('stops after SIGTERM once it is ready', () => stops(container, [0]));
}

async function close() {
  await image.close();
  await postgres?.stop();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void close().finally(() => process.exit(1)));
}

if ('reason' in engine) {
  notTested(
    'the image itself: its Dockerfile, its Node, process 1, the read-only root, capabilities',
    engine.reason,
    'Its files are started as its user instead. Run .ci/container.mjs where Docker or Podman runs.',
  );
}
try {
  await run();
} catch (error) {
  counts.failed += 1;
  console.log(error);
} finally {
  await close();
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed > 0 ? 1 : 0);
