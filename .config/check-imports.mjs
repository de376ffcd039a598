/**
 * Checks the import rules with dependency-cruiser: `node .config/check-imports.mjs [file]`. Skipped if no import changed
 * since the last success, whose digest is in the file: most changes leave all imports as they are.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RULES = '.config/dependency-cruiser.cjs';
const CHECKED = ['src', 'test', 'ormconfig.ts'];
/** Decide, with the imports, what an import resolves to and whether it is allowed. */
const SETTINGS = [RULES, 'package.json', 'package-lock.json', 'tsconfig.json'];
/** More than the imports of a module: a string after one of these words may be a path. */
const IMPORT = /\b(?:import|export|require)\b[^'"`;]*['"`][^'"`]*['"`]/g;

/** @param {string} text of a module */
export const importStatementsOf = (text) => text.match(IMPORT) ?? [];

function digestOfImports() {
  const hash = createHash('sha256');
  for (const path of SETTINGS) hash.update(readFileSync(path));
  for (const path of CHECKED.flatMap(filesBelow).sort()) {
    const isModule = /\.[cm]?[jt]s$/.test(path);
    hash.update(JSON.stringify([path, isModule ? importStatementsOf(readFileSync(path, 'utf8')) : []]));
  }
  return hash.digest('hex');
}

/** @param {string} path of a folder or file @returns {string[]} */
function filesBelow(path) {
  if (path.endsWith('.ts')) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** @param {string | undefined} record */
function main(record) {
  const digest = digestOfImports();
  if (record !== undefined && existsSync(record) && readFileSync(record, 'utf8') === digest) return 0;
  const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
  const args = [cruiser, '--config', RULES, '--output-type', 'err-long', ...CHECKED];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status === 0 && record !== undefined) writeFileSync(record, digest);
  return status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv[2]);
