/**
 * `npm run check`: what can be known about the sources without running them. Needs the packages, no build.
 * Exits with the number of checks that failed.
 *
 * What was found is remembered in .cache/, so that a second run looks at what changed alone. ESLint remembers file by
 * file: a rule about types that a change in another file breaks is seen once the file itself changes, or without the
 * cache, as in a fresh clone.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const packages = join(root, 'node_modules');
const cache = cacheFolder();
const cached = (...args) => (cache === undefined ? [] : args);

/** Longest first, so that the short ones fill the gaps. */
const CHECKS = [
  {
    name: 'lint',
    program: 'eslint/bin/eslint.js',
    args: [
      ...['--config', '.config/eslint.config.mjs', '--max-warnings', '0'],
      ...cached('--cache', '--cache-strategy', 'content', '--cache-location', `${cache}/eslint`),
      ...['src', 'test', 'ormconfig.ts'],
    ],
  },
  {
    name: 'types',
    program: 'typescript/bin/tsc',
    args: [
      ...['--noEmit', '--pretty', String(Boolean(process.stdout.isTTY))],
      ...(cache === undefined
        ? ['--incremental', 'false', '--tsBuildInfoFile', 'null']
        : ['--incremental', '--tsBuildInfoFile', `${cache}/types.tsbuildinfo`]),
    ],
  },
  {
    name: 'format',
    program: 'prettier/bin/prettier.cjs',
    args: [
      ...['--config', '.config/prettier.json', '--check', '--log-level', 'warn'],
      ...cached('--cache', '--cache-strategy', 'content', '--cache-location', `${cache}/prettier`),
      '.',
    ],
  },
  {
    name: 'imports',
    program: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: [
      '--config',
      '.config/dependency-cruiser.cjs',
      '--output-type',
      'err-long',
      'src',
      'test',
      'ormconfig.ts',
    ],
  },
];

/** This user's own, so that a run as root does not lock others out; undefined where nothing can be written. */
function cacheFolder() {
  const folder = join(root, '.cache', `check-${process.getuid?.() ?? 'user'}`);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return relative(root, folder);
  } catch {
    return undefined;
  }
}

const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of children) child.kill();
    process.exit(1);
  });
}

function run({ name, program, args }) {
  const started = Date.now();
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(packages, program), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
    child.on('error', (error) => output.push(Buffer.from(String(error))));
    child.on('close', (code) => {
      children.delete(child);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      done({ name, seconds, failed: code !== 0, output: Buffer.concat(output).toString() });
    });
  });
}

function report({ name, seconds, failed, output }) {
  console.log(`${name.padEnd(8)} ${failed ? 'failed' : 'ok    '} ${seconds.padStart(5)} s`);
  if (failed) console.log(`${output.trim()}\n`);
}

/** Runs the checks side by side, as many as there are processors. */
async function runAll() {
  const waiting = [...CHECKS];
  let failures = 0;
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const result = await run(check);
      report(result);
      if (result.failed) failures += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return failures;
}

process.exitCode = await runAll();
