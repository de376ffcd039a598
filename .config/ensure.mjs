/**
 * Prepares a checkout: `node .config/ensure.mjs install` (packages) or `… build` (packages and dist/). Needs Node only,
 * because it runs before packages are installed; exits quickly when nothing has changed.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

/** Lock folder with a file named by the pid of its owner. */
const LOCK = '.cache/ensure';
/** Longer than any install or build: an older lock is stale, even if its pid is in use again. */
const LOCK_TIMEOUT_MS = 20 * 60_000;

/** @param {string} message */
const print = (message) => process.stderr.write(`fieldhouse: ${message}\n`);

/** @param {string} what @param {string} program @param {string[]} args */
function run(what, program, args) {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${what} failed. Fix the errors above and retry.`, { cause: error });
}

function install() {
  if (isInstalled()) return;
  print('installing packages (npm ci); this takes a moment …');
  run('npm ci', 'npm', [
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ]);
  // The incremental build ignores packages, whose types may have changed.
  fs.rmSync('dist/.tsbuildinfo', { force: true });
}

/** True when node_modules matches the lock file. */
function isInstalled() {
  if (!fs.existsSync('node_modules/.package-lock.json')) return false;
  const [wanted, found] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
    (file) => JSON.parse(fs.readFileSync(file, 'utf8')).packages,
  );
  return Object.entries(wanted).every(([path, { version, optional, peer }]) => {
    if (path === '') return true;
    return path in found ? found[path].version === version && fs.existsSync(path) : optional || peer;
  });
}

/** Inputs of a build. */
const SOURCES = [
  'src',
  'ormconfig.ts',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  '.config/bundle.mjs',
  '.config/bundle-browser.mjs',
  '.config/image-files.mjs',
  '.config/licences.mjs',
  '.config/map-ground.mjs',
  '.config/web-forms-changes.mjs',
];
/** Its mtime is the start of the last build. */
const BUILT = 'dist/.built';
const INSTALLED = 'node_modules/.package-lock.json';

function build() {
  install();
  const began = new Date();
  if (newest([...SOURCES, INSTALLED]) < changed(BUILT)) return;
  if (!fs.existsSync('dist/.tsbuildinfo')) print('building …');
  run('the build', process.execPath, ['node_modules/typescript/bin/tsc', '--build', 'tsconfig.build.json']);
  removeOrphans();
  run('the bundle', process.execPath, ['.config/bundle.mjs']);
  run('the bundle of pages', process.execPath, ['.config/bundle-browser.mjs']);
  recordBuild(began);
}

/** In a read-only checkout the compiler runs each time. @param {Date} began */
function recordBuild(began) {
  try {
    fs.writeFileSync(BUILT, '');
    fs.utimesSync(BUILT, began, began);
  } catch {
    return;
  }
}

/** mtime of a file or folder, 0 if missing. @param {string} path */
function changed(path) {
  return fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** @param {string[]} paths files, and folders with all their contents @returns {number} */
function newest(paths) {
  return Math.max(
    ...paths.flatMap((path) => {
      const within = fs.statSync(path).isDirectory()
        ? fs.readdirSync(path, { recursive: true, encoding: 'utf8' }).map((each) => join(path, each))
        : [];
      return [path, ...within].map(changed);
    }),
  );
}

/** Removes outputs of deleted sources, which the compiler keeps: migrations are found by file name. */
function removeOrphans() {
  for (const file of fs.readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
    const [, source] = /^(.+)\.js(\.map)?$/.exec(file) ?? [];
    if (source === undefined || source.startsWith('browser/')) continue;
    if (/^test\/|\.spec$/.test(source) || !fs.existsSync(`${source}.ts`)) fs.rmSync(join('dist', file));
  }
}

/** Runs `work` under the lock of this checkout. @param {() => void} work */
function exclusively(work) {
  const [name, own] = [String(process.pid), `${LOCK}.${process.pid}`];
  try {
    fs.mkdirSync(own, { recursive: true });
    fs.writeFileSync(join(own, name), '');
  } catch {
    return work(); // Read-only checkout: nothing to lock.
  }
  for (let tries = 0; !takeLock(own); tries += 1) {
    if (tries === 10) print('waiting for another install or build in this checkout …');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  try {
    work();
  } finally {
    fs.rmSync(join(LOCK, name), { force: true });
  }
}

/** Atomic: `rename` replaces an empty folder only. @param {string} own */
function takeLock(own) {
  try {
    fs.renameSync(own, LOCK);
    return true;
  } catch {
    for (const pid of fs.readdirSync(LOCK)) if (isStale(pid)) fs.rmSync(join(LOCK, pid), { force: true });
    return false;
  }
}

/** @param {string} pid */
function isStale(pid) {
  try {
    const age = Date.now() - fs.statSync(join(LOCK, pid)).mtimeMs;
    return age > LOCK_TIMEOUT_MS || !process.kill(Number(pid), 0);
  } catch (error) {
    return Object(error).code === 'ESRCH';
  }
}

try {
  const { node } = process.versions;
  if (node.localeCompare('20.19', 'en', { numeric: true }) < 0)
    throw new Error(`Node ${node} is too old. Install Node 20.19 or newer and retry.`);
  exclusively(process.argv[2] === 'install' ? install : build);
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
