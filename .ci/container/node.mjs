/**
 * The Node of the image, got as npm's package of it and kept in .cache: the checkout is left as it is. `node node.mjs` says
 * in which folder it is.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TIMEOUT_MS = 180_000;

/** The version that the Dockerfile names. @param {string} checkout */
export function versionOfImage(checkout) {
  const text = readFileSync(join(checkout, 'Dockerfile'), 'utf8');
  return /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(text)?.[1] ?? '';
}

/** @param {string} checkout @param {string} version @returns {string} a folder with bin/node; '' when it can't be had */
export function nodeFolder(checkout, version) {
  const place = join(checkout, '.cache', `node-${version}`);
  const name = `node-linux-${process.arch}`;
  const folder = join(place, 'node_modules', name);
  if (runs(folder, version)) return folder;
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', place];
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
  if (folder === '') console.error(`npm can't get Node ${version} here.`);
  else console.log(folder);
  process.exitCode = folder === '' ? 1 : 0;
}
