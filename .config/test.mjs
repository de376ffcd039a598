/**
 * `npm test`: build, check, then every test. Further arguments go to Jest: `npm test -- test/e2e/asset -t archived`.
 * Ends with one line, `N passed, N failed`; a check that failed and a suite that could not be loaded count as failed.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM'];

const INTERRUPTED = 130;

/** What a worker may use at most, in MiB, so that two of them and a PostgreSQL fit into a small machine. */
const WORKER_ROOM = 500;
/** Workers inherit them: small ones to begin with, as `npm start` has its process, and what is old collected before it is much. */
const SMALL = ['--max-semi-space-size=4', '--heap-growing-percent=50'];

/**
 * The C library gives back to the system what was freed. By itself it keeps an arena for each thread, and once a large buffer
 * was freed it takes the next ones from there: a worker would stay as large as what it has sent and received together.
 */
const GIVEN_BACK = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Set once somebody stops the run: what runs then is stopped too, and nothing new begins. */
let stopping = false;

/** Exit code of one of Node's programs, which writes straight to the terminal. */
function run(/** @type {string} */ program, /** @type {string[]} */ ...args) {
  return new Promise((/** @type {(code: number) => void} */ done) => {
    const child = spawn(process.execPath, [...SMALL, join(root, program), ...args], {
      cwd: root,
      env: { ...GIVEN_BACK, ...process.env },
      stdio: 'inherit',
    });
    /** The tests are given the time to stop the servers that they started. @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      stopping = true;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, passOn);
    const end = (/** @type {number} */ code) => {
      for (const signal of SIGNALS) process.off(signal, passOn);
      done(code);
    };
    child.on('error', () => end(1));
    child.on('close', (code) => end(code ?? 1));
  });
}

/** All specs go in groups; whoever names some wants these and no others. @param {string[]} extra */
const whichProjects = (extra) => [
  '--selectProjects',
  ...(extra.some((each) => !each.startsWith('-')) ? ['unit', 'service'] : ['grouped']),
  // Ends the list: what follows is no project.
  '--passWithNoTests=false',
];

/** For what the run tells of itself; named as test/support/run-folder.ts does, so that a later run removes it if this one can't. */
function makeFolder() {
  const among = join(tmpdir(), `fieldhouse-test-${userInfo().uid}`);
  mkdirSync(among, { recursive: true });
  return mkdtempSync(join(among, `run-${process.pid}-${startOf('self')}-`));
}

/** When a process began, in the system's own count; 0 where it does not tell. @param {string} pid */
function startOf(pid) {
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
  process.env['TEST_PEAKS'] = peaks;
  try {
    const code = await run(
      'node_modules/jest/bin/jest.js',
      ...['--json', `--outputFile=${results}`, ...whichProjects(extra), ...extra],
    );
    return { code, peak: peakOf(peaks), ...counts(results) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} results */
function counts(results) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } = JSON.parse(
      readFileSync(results, 'utf8'),
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      left: numPendingTests,
    };
  } catch {
    return { passed: 0, failed: 0, left: 0 };
  }
}

/** What the largest worker used, in MiB, and where. @param {string} peaks lines of JSON, see test/support/peak-memory.ts */
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

/** @param {number} passed @param {number} failed */
function finish(passed, failed) {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** @param {string[]} extra */
async function main(extra) {
  if ((await run('.config/ensure.mjs', 'build')) !== 0) return finish(0, 1);
  console.log('Checking …');
  const failedChecks = await run('.config/check.mjs');
  if (stopping) return;
  console.log('Testing …');
  const { code, passed, failed, left, peak } = await runJest(extra);
  if (stopping) return;
  // Jest can fail without a failed test: no test was found, or the databases could not be prepared.
  const failedTests = code !== 0 && failed === 0 ? 1 : failed;
  console.log(
    `The largest worker used ${peak.mib} MiB (${peak.where}); ${peak.mib > WORKER_ROOM ? 'more than' : 'each has room for'} ${WORKER_ROOM}.`,
  );
  if (left > 0) console.log(`${left} tests were left out.`);
  finish(passed, failedTests + failedChecks);
}

process.exitCode = INTERRUPTED;
await main(process.argv.slice(2));
