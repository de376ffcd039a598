/**
 * Smoke test: starts the service with a new data folder, runs the demo and the commands that it prints, makes a backup,
 * stops the service, and starts it again. Prints one line per step, then the counts.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './container/checks.mjs';
import { descendantsOf, isAlive, processesNaming } from './process-table.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const scratch = join(root, '.cache', `smoke-${process.pid}`);
const dataDir = join(scratch, 'data');
const restoredDir = join(scratch, 'restored');
const backupFolder = join(scratch, 'backup');

/** Includes installation and build. */
const FIRST_START_MS = 240_000;
const SECOND_START_MS = 30_000;
const DEMO_MS = 180_000;
const COMMAND_MS = 120_000;
const CURL_MS = 30_000;
const STOP_MS = 10_000;
const DEMO_SUBMISSIONS = 200;
/** Without a terminal no password is generated. */
const PASSWORD = 'correct horse';

/** Removed from the environment, so that the service has its defaults. */
const CONFIGURATION =
  /^(DATABASE_|SUPERUSER_|MAX_|FIELDHOUSE_|(HOST|PUBLIC_URL|SECRET_KEY|TRUST_PROXY|ROLE|LOG_LEVEL|MIGRATE_ON_START)$)/;
const plainEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !CONFIGURATION.test(name)),
);

/**
 * A child process and its output.
 * @typedef Task
 * @property {import('node:child_process').ChildProcess} child
 * @property {string} stdout
 * @property {string} stderr
 * @property {number | string | undefined} code
 * @property {Promise<unknown>} ended
 */

/** @type {Set<Task>} */
const running = new Set();
let passed = 0;
let failed = 0;

/**
 * Runs one step; a failure is printed and counted, and ends the run, because later steps need the result.
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 */
async function step(name, work) {
  const started = Date.now();
  try {
    const result = await work();
    passed += 1;
    console.log(`ok      ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    failed += 1;
    console.log(`failed  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
}

/**
 * Same for a step that no other step needs.
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 */
const tryStep = (name, work) => step(name, work).catch(() => undefined);

/**
 * Starts a command in a process group of its own and collects its output.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function launch(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...plainEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  /** @type {Task} */
  const task = { child, stdout: '', stderr: '', code: undefined, ended: Promise.resolve() };
  running.add(task);
  child.stdout.on('data', (bytes) => (task.stdout += bytes));
  child.stderr.on('data', (bytes) => (task.stderr += bytes));
  // `exit`, not `close`: orphaned children may hold the output open.
  task.ended = new Promise((done) => {
    const end = (/** @type {number | null} */ code) => {
      task.code = code ?? 'killed';
      running.delete(task);
      done(task);
    };
    child.on('exit', end);
    child.on('error', (error) => {
      task.stderr += error.message;
      end(127);
    });
  });
  return task;
}

/** @param {Task} task @param {number} milliseconds @param {string} what */
async function finishes(task, milliseconds, what) {
  const late = pause(milliseconds, undefined, { ref: false });
  if ((await Promise.race([task.ended, late])) === undefined) {
    throw new Error(`${what} took more than ${milliseconds / 1000} s`);
  }
  return task;
}

/** @param {Task} task */
const outputOf = ({ stdout, stderr }) => `\n${`${stdout}\n${stderr}`.trim()}`;

// --- the service

/** @param {number} milliseconds @param {string} [folder] of its data */
async function startService(milliseconds, folder = dataDir) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = launch('npm', ['start'], {
    PORT: String(port),
    DATA_DIR: folder,
    SUPERUSER_PASSWORD: PASSWORD,
  });
  const deadline = Date.now() + milliseconds;
  while (!(await isReady(url))) {
    if (service.code !== undefined) throw new Error(`npm start ended (${service.code})${outputOf(service)}`);
    if (Date.now() > deadline)
      throw new Error(`not ready after ${milliseconds / 1000} s${outputOf(service)}`);
    await pause(50);
  }
  return { service, url };
}

/** @param {string} url */
async function isReady(url) {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** @param {Task} service @param {NodeJS.Signals} signal */
async function stopService(service, signal) {
  const family = [...descendantsOf(process.pid)];
  service.child.kill(signal);
  await finishes(service, STOP_MS, 'stopping');
  const left = [...family.filter(isAlive), ...processesNaming([scratch, ...databasesElsewhere()])];
  if (left.length > 0) {
    throw new Error(`left behind: ${left.map(({ pid, command }) => `${pid} ${command}`).join('; ')}`);
  }
}

/** Folders of databases whose account cannot enter this checkout; a file in the data folder names each. */
function databasesElsewhere() {
  const pointers = [dataDir, restoredDir].map((folder) => join(folder, 'database', 'database-lives-in'));
  return pointers.flatMap((pointer) => (existsSync(pointer) ? [readFileSync(pointer, 'utf8').trim()] : []));
}

// --- output and commands

/**
 * Checks the startup message: address and user.
 * @param {Task} service
 * @param {string} url
 */
async function checkStartupMessage(service, url) {
  for (let tries = 0; tries < 100 && !service.stdout.includes('/api/docs/'); tries += 1) await pause(50);
  const missing = [url, 'Sign in as admin.'].filter((text) => !service.stdout.includes(text));
  if (missing.length > 0)
    throw new Error(`the startup message lacks ${missing.join(', ')}:${outputOf(service)}`);
}

/** @param {string} url @param {string} password */
async function runDemo(url, password) {
  const demo = launch('npm', ['run', 'demo', '--', '--url', url, '--username', 'admin'], {
    FIELDHOUSE_PASSWORD: password,
  });
  await finishes(demo, DEMO_MS, 'the demo');
  if (demo.code !== 0) throw new Error(`exit code ${demo.code}${outputOf(demo)}`);
  const commands = demo.stdout.split('\n').flatMap((line) => /^\s*(curl .+)$/.exec(line)?.[1] ?? []);
  if (commands.length !== 3)
    throw new Error(`it prints ${commands.length} curl lines instead of 3${outputOf(demo)}`);
  const link = /^\s*fill in\s+(\S+)$/m.exec(demo.stdout)?.[1] ?? '';
  const form = await fetch(link);
  if (!form.ok || !(await form.text()).includes('id="web-form"')) throw new Error(`${link} is no web form`);
  return commands;
}

/** @param {string} command @returns {Promise<{ count?: number }>} */
async function runCurl(command) {
  const task = await finishes(launch('bash', ['-c', command]), CURL_MS, command);
  if (task.code !== 0) throw new Error(`exit code ${task.code}${outputOf(task)}`);
  let response;
  try {
    response = JSON.parse(task.stdout);
  } catch {
    throw new Error(`the response is not JSON: ${task.stdout.slice(0, 500)}`);
  }
  if (response.detail !== undefined) throw new Error(`the response is ${task.stdout}`);
  return response;
}

/** Runs a CLI command on the embedded database. @param {string} folder data folder @param {string[]} words */
async function runCommand(folder, ...words) {
  const task = launch('npm', ['run', '-s', 'cli', '--', ...words], { DATA_DIR: folder });
  await finishes(task, COMMAND_MS, words.join(' '));
  if (task.code !== 0) throw new Error(`exit code ${task.code}${outputOf(task)}`);
}

/** Backs up while the service runs, and restores into a folder that has the secret key only. */
async function backUpAndRestore() {
  await runCommand(dataDir, 'backup', backupFolder);
  await runCommand(dataDir, 'verify', backupFolder);
  mkdirSync(restoredDir, { recursive: true });
  cpSync(join(dataDir, 'secret-key'), join(restoredDir, 'secret-key'));
  await runCommand(restoredDir, 'restore', backupFolder);
}

/** @param {({ count?: number } | undefined)[]} responses */
function requireAllSubmissions(responses) {
  const counts = responses.map((response) => response?.count);
  if (!counts.includes(DEMO_SUBMISSIONS)) {
    throw new Error(`no response counts ${DEMO_SUBMISSIONS} submissions, but ${counts.join(', ')}`);
  }
}

// --- the run

async function smoke() {
  const first = await step('npm start is ready', () => startService(FIRST_START_MS));
  await step('it prints its address and the user', () => checkStartupMessage(first.service, first.url));
  const commands = await step('npm run demo', () => runDemo(first.url, PASSWORD));
  /** @type {({ count?: number } | undefined)[]} */
  const responses = [];
  for (const [index, command] of commands.entries()) {
    responses.push(await tryStep(`curl line ${index + 1}`, () => runCurl(command)));
  }
  await tryStep('the data contain every submission', async () => requireAllSubmissions(responses));
  await tryStep('a backup is restored into another folder', backUpAndRestore);
  await tryStep('SIGTERM stops it and leaves no process', () => stopService(first.service, 'SIGTERM'));
  for (const [name, folder, signal] of /** @type {const} */ ([
    ['a second npm start', dataDir, 'SIGINT'],
    ['a start on the restored data', restoredDir, 'SIGTERM'],
  ])) {
    const again = await step(`${name} is ready`, () => startService(SECOND_START_MS, folder));
    await tryStep('the data is still there', async () => {
      const moved = commands.map((command) => command.replaceAll(first.url, again.url));
      requireAllSubmissions(await Promise.all(moved.map(runCurl)));
    });
    await tryStep(`${signal} stops it and leaves no process`, () => stopService(again.service, signal));
  }
}

async function cleanUp() {
  const family = [...descendantsOf(process.pid)];
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.race([Promise.all([...running].map(({ ended }) => ended)), pause(STOP_MS)]);
  const left = [...family.filter(isAlive), ...processesNaming([scratch, ...databasesElsewhere()])];
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
  for (const folder of [...databasesElsewhere(), scratch])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}

mkdirSync(scratch, { recursive: true });
try {
  await smoke();
} catch {
  // Printed and counted by `step`.
} finally {
  await cleanUp();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
