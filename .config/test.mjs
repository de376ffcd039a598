/**
 * `npm test`: build, checks, tests; `--fast` omits the build and the tests that need a database. All files are checked with
 * TEST_PROFILE, else those that differ, as by `npm run check`.
 * Arguments are passed to Jest: `npm test -- test/e2e/asset -t archived`.
 * The last line is `N passed, N failed`; failed checks and suites that do not load count as failed.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listRepeated, readResults } from './test-results.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM'];

const INTERRUPTED = 130;
const FAST = '--fast';
const isFast = process.argv.includes(FAST);

/** Memory limit of a worker in MiB: two of them and a PostgreSQL fit into a small machine. */
const MAX_WORKER_MIB = 500;
const LISTED_SPECS = Number(process.env['LISTED_SPECS'] ?? 10);
/** Small heap, as in `npm start`; inherited by workers. */
const V8_OPTIONS = ['--max-semi-space-size=4', '--heap-growing-percent=50'];

/** Make glibc return freed memory: by default it keeps an arena per thread and reuses large freed buffers. */
const MALLOC_OPTIONS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Set by a signal: running children are stopped, no new ones start. */
let stopping = false;

/** Runs a Node program on this terminal. @returns its exit code */
function run(/** @type {string} */ program, /** @type {string[]} */ ...args) {
  return new Promise((/** @type {(code: number) => void} */ done) => {
    const child = spawn(process.execPath, [...V8_OPTIONS, join(root, program), ...args], {
      cwd: root,
      env: { ...MALLOC_OPTIONS, ...process.env },
      stdio: 'inherit',
    });
    /** Forwards the signal, so that tests can stop their servers. @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      stopping = true;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, forward);
    const end = (/** @type {number} */ code) => {
      for (const signal of SIGNALS) process.off(signal, forward);
      done(code);
    };
    child.on('error', () => end(1));
    child.on('close', (code) => end(code ?? 1));
  });
}

/** All specs run in groups; named ones run alone. @param {string[]} extra */
function projectOptions(extra) {
  const areNamed = extra.some((each) => !each.startsWith('-'));
  const [grouped, alone] = isFast ? [['fast'], ['unit']] : [['grouped'], ['unit', 'service']];
  // The last option ends the list of projects.
  return ['--selectProjects', ...(areNamed ? alone : grouped), '--passWithNoTests=false'];
}

/** Folder for results; named as in test/support/run-folder.ts, so that a later run can remove it. */
function makeFolder() {
  const parent = join(tmpdir(), `fieldhouse-test-${userInfo().uid}`);
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, `run-${process.pid}-${startTimeOf('self')}-`));
}

/** Start time of a process in clock ticks since boot; 0 without /proc. @param {string} pid */
function startTimeOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return 0;
  }
}

/** @param {string[]} extra */
async function runJest(extra) {
  const folder = makeFolder();
  const results = join(folder, 'results.json');
  const peaks = join(folder, 'peaks');
  const durations = join(folder, 'durations');
  process.env['TEST_PEAKS'] = peaks;
  process.env['TEST_DURATIONS'] = durations;
  try {
    const code = await run(
      'node_modules/jest/bin/jest.js',
      ...['--json', `--outputFile=${results}`, ...projectOptions(extra), ...extra],
    );
    return { code, peak: peakOf(peaks), slowest: slowestOf(durations), ...readResults(results) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Peak memory of the largest worker, in MiB, and its test. @param {string} peaks JSON lines, see test/support/peak-memory.ts */
function peakOf(peaks) {
  try {
    /** @type {{ kib: number, suite: string, test?: string }[]} */
    const all = readFileSync(peaks, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { kib, suite, test } = all.reduce((one, other) => (other.kib > one.kib ? other : one));
    return { mib: Math.round(kib / 1024), where: test === undefined ? suite : `${suite}, ${test}` };
  } catch {
    return { mib: 0, where: 'nothing' };
  }
}

/** The specs that took longest, for those who want a faster run. @param {string} durations JSON lines, see test/support/spec-duration.ts */
function slowestOf(durations) {
  try {
    /** @type {{ spec: string, ms: number }[]} */
    const all = readFileSync(durations, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return all
      .sort((one, other) => other.ms - one.ms)
      .slice(0, LISTED_SPECS)
      .map(({ spec, ms }) => `${Math.round(ms / 1000)} s ${spec}`);
  } catch {
    return [];
  }
}

/** @param {number} passed @param {number} failed */
function finish(passed, failed) {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** @param {string[]} extra */
async function main(extra) {
  if (!isFast && (await run('.config/ensure.mjs', 'build')) !== 0) return finish(0, 1);
  console.log('Checking …');
  const failedChecks = await run('.config/check.mjs', ...(process.env['TEST_PROFILE'] ? ['--all'] : []));
  if (stopping) return;
  console.log('Testing …');
  const { code, passed, failed, skipped, repeated, peak, slowest } = await runJest(extra);
  if (stopping) return;
  // Jest can fail without a failed test: no test found, or global setup failed.
  const failedTests = code !== 0 && failed === 0 ? 1 : failed;
  console.log(
    `The largest worker used ${peak.mib} MiB (${peak.where}); the limit is ${MAX_WORKER_MIB}${peak.mib > MAX_WORKER_MIB ? ': too much' : ''}.`,
  );
  if (slowest.length > 0) console.log(`Specs that took longest: ${slowest.join(', ')}.`);
  listRepeated(repeated);
  if (skipped > 0) console.log(`${skipped} tests were skipped.`);
  finish(passed, failedTests + failedChecks);
}

process.exitCode = INTERRUPTED;
await main(process.argv.slice(2).filter((each) => each !== FAST));
