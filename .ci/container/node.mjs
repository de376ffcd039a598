/** Installs the Node version of the image from npm into .cache. `node node.mjs` prints its folder. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TIMEOUT_MS = 180_000;

/** Reads the version from the Dockerfile. @param {string} checkout */
export function versionOfImage(checkout) {
  const text = readFileSync(join(checkout, 'Dockerfile'), 'utf8');
  return /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(text)?.[1] ?? '';
}

/** @param {string} checkout @param {string} version @returns {string} a folder with bin/node; '' when it is not available */
export function nodeFolder(checkout, version) {
  const prefix = join(checkout, '.cache', `node-${version}`);
  const name = `node-linux-${process.arch}`;
  const folder = join(prefix, 'node_modules', name);
  if (runs(folder, version)) return folder;
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', prefix];
  spawnSync('npm', [...args, `${name}@${version}`], { stdio: 'ignore', timeout: TIMEOUT_MS });
  return runs(folder, version) ? folder : '';
}

/** @param {string} folder @param {string} version */
function runs(folder, version) {
  const { stdout } = spawnSync(join(folder, 'bin/node'), ['--version'], { encoding: 'utf8' });
  return stdout?.trim() === `v${version}`;
}

const self = fileURLToPath(import.meta.url);
if (resolve(process.argv[1] ?? '') === self) {
  const checkout = resolve(dirname(self), '../..');
  const version = versionOfImage(checkout);
  const folder = nodeFolder(checkout, version);
  if (folder === '') console.error(`npm cannot install Node ${version} here.`);
  else console.log(folder);
  process.exitCode = folder === '' ? 1 : 0;
}
