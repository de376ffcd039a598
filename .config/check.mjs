/**
 * `npm run check`: static checks. Needs the packages, no build. Arguments select checks: `node .config/check.mjs lint types`.
 * Exits with the number of failed checks.
 *
 * Results are cached in .cache/. ESLint caches by file: a typed rule that breaks through a change in another file is
 * found when the file itself changes, or without the cache, as in a fresh clone.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

/** One cache per user, so that files of root do not block others. */
const cache = `.cache/check-${process.getuid?.() ?? 'user'}`;
const isWritable = canWrite(cache);
/** @param {string[]} args */
const cached = (...args) => (isWritable ? args : []);

/**
 * @typedef Check
 * @property {string} name
 * @property {string} program path of a Node program
 * @property {string[]} args
 */

/** @type {Check[]} Longest first, so that the short ones fill the gaps. */
const CHECKS = [
  {
    name: 'lint',
    program: 'node_modules/eslint/bin/eslint.js',
    args: [
      ...['--max-warnings', '0', '.'],
      ...cached('--cache', '--cache-strategy', 'content', '--cache-location', `${cache}/eslint`),
    ],
  },
  {
    name: 'imports',
    program: '.config/check-imports.mjs',
    args: cached(`${cache}/imports`),
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
      ...['--check', '--log-level', 'warn', '.'],
      ...cached('--cache', '--cache-strategy', 'content', '--cache-location', `${cache}/prettier`),
    ],
  },
  { name: 'words', program: '.config/plain-words.mjs', args: [] },
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

const names = process.argv.slice(2);
process.exitCode = await runAll(CHECKS.filter(({ name }) => names.length === 0 || names.includes(name)));
