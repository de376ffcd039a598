/**
 * Makes a checkout ready to run: `node .config/ensure.mjs install` (packages) or `… build` (packages and dist/).
 * Needs Node alone, for it runs before any package is there; does nothing, quickly, when nothing has changed.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

/** Who has a file named by its process id in this folder works; the others wait. */
const LOCK = '.cache/ensure';
/** No install or build takes this long: an older file was left, even if its process id is in use again. */
const LOCK_FOR_MS = 20 * 60_000;

/** @param {string} message */
const tell = (message) => process.stderr.write(`fieldhouse: ${message}\n`);

/** @param {string} what @param {string} program @param {string[]} args */
function run(what, program, args) {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0)
    throw new Error(`${what} failed: mend what is said above and try again.`, { cause: error });
}

function install() {
  if (isInstalled()) return;
  tell('installing packages (npm ci); this takes a moment …');
  run('npm ci', 'npm', ['ci', '--include=dev', '--no-progress', '--loglevel=error']);
  // The compiler compares sources alone, and the types of a package may have changed.
  fs.rmSync('dist/.tsbuildinfo', { force: true });
}

/** Whether what npm put into node_modules, by whatever command, is what the lock file asks for. */
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

/** What a build is made of. */
const SOURCES = [
  'src',
  'ormconfig.ts',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  '.config/bundle.mjs',
  '.config/late-packages.mjs',
];
/** As old as the sources that the last build saw. */
const BUILT = 'dist/.built';
const INSTALLED = 'node_modules/.package-lock.json';

function build() {
  install();
  const began = new Date();
  if (newest([...SOURCES, INSTALLED]) < changed(BUILT)) return;
  if (!fs.existsSync('dist/.tsbuildinfo')) tell('building …');
  run('the build', process.execPath, ['node_modules/typescript/bin/tsc', '--build', 'tsconfig.build.json']);
  removeOrphans();
  run('the bundle', process.execPath, ['.config/bundle.mjs']);
  note(began);
}

/** Where nothing can be written, the compiler is asked each time. @param {Date} began */
function note(began) {
  try {
    fs.writeFileSync(BUILT, '');
    fs.utimesSync(BUILT, began, began);
  } catch {
    return;
  }
}

/** When a file was changed, or a folder got or lost one. @param {string} path */
function changed(path) {
  return fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** @param {string[]} paths files, and folders with all that is in them @returns {number} */
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

/** The compiler leaves the outputs of sources that are gone, and a migration is found by its name alone. */
function removeOrphans() {
  for (const file of fs.readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
    const [, source] = /^(.+)\.js(\.map)?$/.exec(file) ?? [];
    if (source === undefined) continue;
    if (/^test\/|\.spec$/.test(source) || !fs.existsSync(`${source}.ts`)) fs.rmSync(join('dist', file));
  }
}

/** Runs `work` while no other run in this checkout does. @param {() => void} work */
function exclusively(work) {
  const [name, own] = [String(process.pid), `${LOCK}.${process.pid}`];
  try {
    fs.mkdirSync(own, { recursive: true });
    fs.writeFileSync(join(own, name), '');
  } catch {
    return work(); // Nothing can be written here, so that all there can be to do is to look.
  }
  for (let tries = 0; !takeLock(own); tries += 1) {
    if (tries === 10) tell('waiting for another install or build in this checkout …');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  try {
    work();
  } finally {
    fs.rmSync(join(LOCK, name), { force: true });
  }
}

/** A folder can take the place of an empty one, and of no other. @param {string} own */
function takeLock(own) {
  try {
    fs.renameSync(own, LOCK);
    return true;
  } catch {
    for (const pid of fs.readdirSync(LOCK)) if (isLeftOver(pid)) fs.rmSync(join(LOCK, pid), { force: true });
    return false;
  }
}

/** @param {string} pid */
function isLeftOver(pid) {
  try {
    const age = Date.now() - fs.statSync(join(LOCK, pid)).mtimeMs;
    return age > LOCK_FOR_MS || !process.kill(Number(pid), 0);
  } catch (error) {
    return Object(error).code === 'ESRCH';
  }
}

try {
  const { node } = process.versions;
  if (node.localeCompare('20.19', 'en', { numeric: true }) < 0)
    throw new Error(`Node ${node} is too old: install Node 20.19 or newer and try again.`);
  exclusively(process.argv[2] === 'install' ? install : build);
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
