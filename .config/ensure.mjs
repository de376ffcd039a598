/**
 * Makes a checkout ready to run: `node .config/ensure.mjs install` (packages) or `… build` (packages and dist/).
 * Does nothing, quickly, when nothing has changed. Needs Node alone: it runs before any package is there.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...names) => join(root, ...names);

const LOCK_FILE = at('package-lock.json');
const INSTALL_STAMP = at('node_modules', '.fieldhouse-lock');
const BUILD_STAMP = at('dist', '.built');
const COMPILER_STATE = at('dist', '.tsbuildinfo');
const MUTEX = at('.cache', 'ensure.lock');
/** No install or build takes this long; an older mutex is a leftover even if its process id was reused. */
const MUTEX_FOR_MS = 30 * 60_000;

/** A sentence for the person at the terminal, without a stack. */
class Stop extends Error {}

const tell = (message) => process.stderr.write(`fieldhouse: ${message}\n`);

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Stop(`Node ${process.versions.node} is too old: install Node 20.19 or newer and try again.`);
  }
}

// --- packages

function ensureInstalled() {
  const wanted = lockDigest();
  if (readText(INSTALL_STAMP) === wanted) return;
  exclusively(() => {
    if (readText(INSTALL_STAMP) === wanted) return;
    if (!packagesMatchLock()) runNpmCi();
    writeIfAllowed(INSTALL_STAMP, wanted);
  });
}

function lockDigest() {
  const text = readText(LOCK_FILE);
  if (text === undefined) throw new Stop(`${LOCK_FILE} can't be read: this checkout is not complete.`);
  return createHash('sha256').update(text).digest('hex');
}

/** Whether what npm put into node_modules, by whatever command, is what the lock file asks for. */
function packagesMatchLock() {
  const installed = readPackages(at('node_modules', '.package-lock.json'));
  const locked = readPackages(LOCK_FILE);
  if (!installed || !locked) return false;
  return Object.entries(locked).every(([path, { version, optional, peer }]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === version && fs.existsSync(at(path)) : Boolean(optional || peer);
  });
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function runNpmCi() {
  requireWritable(root);
  if (fs.existsSync(at('node_modules'))) requireWritable(at('node_modules'));
  tell('installing packages (npm ci); this takes a moment …');
  const started = Date.now();
  const args = ['ci', '--include=dev', '--no-progress', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
  if (result.status !== 0) {
    const words = `${result.stdout ?? ''}\n${result.stderr ?? ''}${result.error?.message ?? ''}`;
    throw new Stop(`npm ci failed: mend what it says and try again.\n${lastLines(words)}`);
  }
  tell(`packages installed in ${seconds(started)}.`);
}

// --- dist

function ensureBuilt() {
  ensureInstalled();
  if (isBuilt()) return;
  exclusively(() => {
    if (isBuilt()) return;
    // Taken before compiling: what is saved meanwhile is compiled the next time.
    const stamp = stampOf(sources());
    requireWritable(root);
    if (fs.existsSync(at('dist'))) requireWritable(at('dist'));
    tell('building …');
    const started = Date.now();
    fs.rmSync(BUILD_STAMP, { force: true });
    compile();
    if (!outputsAreWhole()) {
      // The compiler remembers what it wrote, not what was removed since.
      fs.rmSync(COMPILER_STATE, { force: true });
      compile();
    }
    removeOrphans(at('dist'));
    writeIfAllowed(BUILD_STAMP, stamp);
    tell(`built in ${seconds(started)}.`);
  });
}

/** Whether dist/ was made from these sources: by their sizes and times, or else, after a checkout, by their bytes. */
function isBuilt() {
  const [times, bytes] = readText(BUILD_STAMP)?.split('\n') ?? [];
  if (times === undefined) return false;
  const files = sources();
  if (times === timesOf(files)) return true;
  if (bytes !== bytesOf(files)) return false;
  writeIfAllowed(BUILD_STAMP, stampOf(files));
  return true;
}

const stampOf = (files) => `${timesOf(files)}\n${bytesOf(files)}`;

const bytesOf = (files) => digestOf(files, (file) => fs.readFileSync(file));
const timesOf = (files) =>
  digestOf(files, (file) => {
    const { size, mtimeMs } = fs.statSync(file);
    return `${size}:${mtimeMs}`;
  });

/** Changes when a source, a setting of the compiler or a package does. */
function digestOf(files, look) {
  const hash = createHash('sha256').update(readText(INSTALL_STAMP) ?? '');
  for (const file of files) hash.update(`\n${relative(root, file)}\n`).update(look(file));
  return hash.digest('hex');
}

function sources() {
  const settings = ['ormconfig.ts', 'tsconfig.json', 'nest-cli.json', 'package.json'].map((name) => at(name));
  const tests = filesBelow(at('test')).filter((file) => /\.(ts|json)$/.test(file));
  return [...settings.filter((file) => fs.existsSync(file)), ...filesBelow(at('src')), ...tests].sort();
}

function compile() {
  const nest = at('node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  const result = spawnSync(process.execPath, [nest, 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) throw new Stop('the build failed: mend the errors above and try again.');
}

function outputsAreWhole() {
  return sources()
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .every((file) => fs.existsSync(at('dist', relative(root, file).replace(/\.ts$/, '.js'))));
}

/** Removes the outputs of sources that are gone: a test or migration found by its name would live on in them. */
function removeOrphans(folder) {
  for (const file of filesBelow(folder)) {
    const output = /^(.*?)(\.d\.ts|\.js)(\.map)?$/.exec(relative(at('dist'), file));
    if (!output) continue;
    const [, name, extension] = output;
    const candidates = [`${name}.ts`, `${name}.tsx`, `${name}${extension}`];
    if (!candidates.some((source) => fs.existsSync(at(source)))) fs.rmSync(file, { force: true });
  }
}

function filesBelow(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

// --- one at a time

/** Runs `work` while no other run in this checkout does; waits for one that does. */
function exclusively(work) {
  const token = `${process.pid} ${Date.now()}`;
  if (!takeMutex(token)) return work();
  try {
    return work();
  } finally {
    if (readText(MUTEX) === token) fs.rmSync(MUTEX, { force: true });
  }
}

/** False in a checkout that can't be written: there nobody else can change anything either. */
function takeMutex(token) {
  const own = `${MUTEX}.${process.pid}`;
  try {
    fs.mkdirSync(dirname(MUTEX), { recursive: true });
    fs.writeFileSync(own, token);
  } catch {
    return false;
  }
  try {
    for (let told = false; ; pause(100)) {
      try {
        // A link appears whole or not at all.
        fs.linkSync(own, MUTEX);
        return true;
      } catch (error) {
        if (error.code !== 'EEXIST') return false;
      }
      const holder = readText(MUTEX);
      if (holder === undefined) continue;
      if (isLeftOver(holder)) removeMutex(holder);
      else if (!told) {
        told = true;
        tell('waiting for another install or build in this checkout …');
      }
    }
  } finally {
    fs.rmSync(own, { force: true });
  }
}

function isLeftOver(holder) {
  const [pid, since] = holder.split(' ').map(Number);
  if (Date.now() - since > MUTEX_FOR_MS) return true;
  // Where processes can be looked at, a reused process id is noticed at once.
  const command = readText(`/proc/${pid}/cmdline`);
  if (command !== undefined) return !command.includes('ensure.mjs');
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Takes a dead run's mutex away, but not one that a third run has made in its place. */
function removeMutex(holder) {
  const aside = `${MUTEX}.${process.pid}.stale`;
  try {
    fs.renameSync(MUTEX, aside);
    if (readText(aside) !== holder) fs.linkSync(aside, MUTEX);
  } catch {
    // Someone else took it away first.
  }
  fs.rmSync(aside, { force: true });
}

const pause = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

// --- files and words

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** A stamp saves work next time; a checkout without room for it works all the same. */
function writeIfAllowed(file, text) {
  try {
    fs.writeFileSync(file, text);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

function requireWritable(folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
  } catch {
    throw new Stop(
      `${folder} needs to be brought up to date, but this user can't write there: run this as the owner of the checkout, or clone it anew as this user.`,
    );
  }
}

const lastLines = (text) =>
  text
    .trim()
    .split('\n')
    .slice(-12)
    .map((line) => `  ${line}`)
    .join('\n');
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

const commands = { install: ensureInstalled, build: ensureBuilt };
try {
  requireNode();
  const command = commands[process.argv[2]];
  if (!command) throw new Stop('say "install" or "build" after node .config/ensure.mjs.');
  command();
} catch (error) {
  const known = error instanceof Stop || typeof error?.code === 'string';
  tell(known ? error.message : error.stack);
  process.exitCode = 1;
}
