/**
 * `npm run check`: static checks. Needs the packages, no build. Arguments select checks: `node .config/check.mjs lint types`.
 * Exits with the number of failed checks.
 *
 * Lint, format and import rules are checked in what differs from the upstream branch, which continuous integration has
 * checked as a whole; without an upstream branch, in what differs from the last commit. With `--all`, outside of Git, and
 * when a setting differs, in everything.
 *
 * Results are cached in .cache/. ESLint caches by file: a typed rule that breaks through a change in another file is
 * found when the file itself changes, or without the cache, as in a fresh clone.
 */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

/** One cache per user, so that files of root do not block others. */
const cache = `.cache/check-${process.getuid?.() ?? 'user'}`;
const isWritable = canWrite(cache);
/** @param {string[]} args */
const cached = (...args) => (isWritable ? args : []);

/** Any of these may change the result for other files. */
const SETTING = /^(\.config\/|\.prettier|\.editorconfig|eslint\.config|package(-lock)?\.json|tsconfig)/;
const CODE = /\.[cm]?[jt]s$/;

const selected = process.argv.slice(2).filter((argument) => argument !== '--all');
const changed = process.argv.includes('--all') ? undefined : changedFiles();

/** Files that differ from the base, deleted ones too; undefined: unknown, or a setting differs. */
function changedFiles() {
  const base = (git('merge-base', 'HEAD', '@{upstream}') ?? git('rev-parse', 'HEAD'))?.trim();
  const tracked = base && git('diff', '--name-only', base);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  if (tracked === undefined || untracked === undefined) return undefined;
  const files = `${tracked}${untracked}`.split('\n').filter((file) => file !== '');
  return files.some((file) => SETTING.test(file)) ? undefined : files;
}

/** @param {string[]} args @returns {string | undefined} undefined if it failed */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/** Files for a check that reads one at a time. @param {RegExp} pattern */
const filesToCheck = (pattern) => changed?.filter((file) => pattern.test(file) && existsSync(file)) ?? ['.'];

/**
 * @typedef Check
 * @property {string} name
 * @property {string} program path of a Node program
 * @property {string[]} args
 * @property {boolean} [isUnchanged] nothing that it reads differs
 */

/** @type {Check[]} Longest first, so that the short ones fill the gaps. */
const CHECKS = [
  {
    name: 'lint',
    program: 'node_modules/eslint/bin/eslint.js',
    args: [
      ...['--max-warnings', '0', '--no-warn-ignored', ...filesToCheck(CODE)],
      ...cached('--cache', '--cache-strategy', 'content', '--cache-location', `${cache}/eslint`),
    ],
    isUnchanged: filesToCheck(CODE).length === 0,
  },
  {
    name: 'imports',
    program: '.config/check-imports.mjs',
    args: cached(`${cache}/imports`),
    isUnchanged: changed?.some((file) => CODE.test(file)) === false,
  },
  ...[
    { name: 'types', project: '.' },
    { name: 'browser', project: 'src/browser' },
  ].map(({ name, project }) => ({
    name,
    program: 'node_modules/typescript/bin/tsc',
    args: [
      ...['--project', project, '--pretty', String(Boolean(process.stdout.isTTY))],
      ...(isWritable
        ? ['--tsBuildInfoFile', `${cache}/${name}.tsbuildinfo`]
        : ['--incremental', 'false', '--tsBuildInfoFile', 'null']),
    ],
  })),
  {
    name: 'format',
    program: 'node_modules/prettier/bin/prettier.cjs',
    args: [
      ...['--check', '--log-level', 'warn', '--ignore-unknown', ...filesToCheck(/./)],
      ...cached('--cache', '--cache-strategy', 'content', '--cache-location', `${cache}/prettier`),
    ],
    isUnchanged: filesToCheck(/./).length === 0,
  },
  { name: 'words', program: '.config/plain-words.mjs', args: [] },
  { name: 'languages', program: '.config/check-languages.mjs', args: [] },
];

/** Creates the folder if necessary. @param {string} folder */
function canWrite(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of children) child.kill();
    process.exit(1);
  });
}

/**
 * @typedef Result
 * @property {string} name
 * @property {string} seconds
 * @property {boolean} failed
 * @property {string} output
 */

/** @param {Check} check @returns {Promise<Result>} */
function run({ name, program, args }) {
  const started = Date.now();
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    /** @type {Buffer[]} */
    const output = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (/** @type {Buffer} */ bytes) => output.push(bytes));
    child.on('error', (error) => output.push(Buffer.from(String(error))));
    child.on('close', (code) => {
      children.delete(child);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      done({ name, seconds, failed: code !== 0, output: Buffer.concat(output).toString() });
    });
  });
}

/** @param {Result} result */
function report({ name, seconds, failed, output }) {
  console.log(`${name.padEnd(8)} ${failed ? 'failed' : 'ok    '} ${seconds.padStart(5)} s`);
  if (failed) console.log(`${output.trim()}\n`);
}

/** Runs checks in parallel, one per CPU. @param {Check[]} queue */
async function runAll(queue) {
  let failures = 0;
  const worker = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const result = await run(check);
      report(result);
      if (result.failed) failures += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return failures;
}

const chosen = CHECKS.filter(({ name }) => selected.length === 0 || selected.includes(name));
for (const { name } of chosen.filter(({ isUnchanged }) => isUnchanged)) {
  console.log(
    `${name.padEnd(8)} nothing differs from the upstream branch or the last commit (all files: --all)`,
  );
}
process.exitCode = await runAll(chosen.filter(({ isUnchanged }) => !isUnchanged));
