/**
 * Runs specs of submissions, exports, reports, collector apps, webhooks and jobs through PgBouncer in transaction mode. Installs
 * Debian's pgbouncer if that is possible, else prints NOT TESTED. `node .ci/pooler.mjs test/e2e/report` runs other specs. The
 * last line is: N passed, N failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, notTested, waitUntil } from './container/checks.mjs';
import { runSpecs } from './spec-run.mjs';

const load = createRequire(import.meta.url);
const DEFAULT_GROUPS = 'test/groups/(exports|faults|imports|openrosa|submission-storage|submissions).group';
const DEFAULT_SPECS =
  'test/e2e/(submission|export|report|odata|openrosa|hook)/|test/integration/(jobs|submission)/|test/faults/(concurrent|duplicates|paging|graceful)';
const specs = process.argv.slice(2);
const isRoot = process.getuid?.() === 0;
/** Debian installs it outside of a user's path. */
const PROGRAMS = ['pgbouncer', '/usr/sbin/pgbouncer'];

/** @returns path of the program; undefined if it is absent and cannot be installed */
function findPgbouncer() {
  const find = () => PROGRAMS.find((name) => spawnSync(name, ['--version']).status === 0);
  const found = find();
  if (found !== undefined || !isRoot) return found;
  spawnSync('apt-get', ['install', '-y', 'pgbouncer'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return find();
}

/** Every database of the server, with the service's limits on statements. @param {string} serverUrl @param {number} port */
function configuration(serverUrl, port) {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  return `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password} connect_query='SET statement_timeout = 4000; SET idle_in_transaction_session_timeout = 60000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 8
`;
}

/** @param {number} port */
const accepts = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.destroy());
    socket.on('error', () => undefined).on('close', (hadError) => done(!hadError));
  });

/** @param {string} program */
async function runThrough(program) {
  const { startEmbeddedPostgres } = load('../dist/src/database/embedded-postgres/embedded-postgres.js');
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-pooler-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'database'),
    durable: false,
    log: () => undefined,
  });
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, configuration(postgres.url, port));
  const pooler = spawn(program, ['--quiet', ...(isRoot ? ['--user', 'nobody'] : []), file], {
    stdio: 'inherit',
  });
  try {
    await waitUntil(
      () => accepts(port),
      () => 'PgBouncer does not accept connections',
    );
    const variables = { DATABASE_URL: postgres.url, TEST_POOLER: `127.0.0.1:${port}` };
    if (specs.length > 0) await runSpecs('service', specs, variables);
    else await runSpecs('grouped', [DEFAULT_GROUPS], { ...variables, TEST_SPECS: DEFAULT_SPECS });
  } finally {
    pooler.kill('SIGINT');
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const program = findPgbouncer();
if (program === undefined) {
  notTested(
    'the service behind PgBouncer',
    'pgbouncer is not installed',
    'Install it: apt-get install pgbouncer',
  );
  console.log('0 passed, 0 failed');
} else {
  await runThrough(program);
}
