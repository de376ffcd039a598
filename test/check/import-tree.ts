import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const RULES = join(ROOT, '.config/dependency-cruiser.cjs');
const STUB_PACKAGES = [
  'typeorm',
  'express',
  'saxes',
  'class-validator',
  '@nestjs/common',
  'sharp',
  'jest-only',
];

interface Report {
  readonly summary: { readonly violations: readonly { from: string; rule: { name: string } }[] };
}

/** Import from a file to a file (path from the root) or package. */
export interface TreeImport {
  readonly from: string;
  readonly to: string;
  readonly typeOnly?: boolean;
}

/** Runs the import rules on a tree of these imports. @returns names of broken rules by importing file */
export function brokenRules(imports: readonly TreeImport[]): Map<string, Set<string>> {
  const tree = mkdtempSync(join(tmpdir(), 'import-rules-'));
  try {
    writeTree(tree, imports);
    return cruise(tree);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function writeTree(tree: string, imports: readonly TreeImport[]): void {
  const contents = new Map<string, string>();
  for (const { from, to, typeOnly } of imports) {
    const isFile = /^(src|test)\//.test(to);
    if (isFile) contents.set(to, contents.get(to) ?? 'export const thing = 1;\n');
    const target = isFile ? join(relativeRoot(from), to).replace(/\.ts$/, '') : to;
    const statement = `import ${typeOnly ? 'type ' : ''}{ thing } from '${target}';\n`;
    contents.set(from, `${contents.get(from) ?? 'export const thing = 1;\n'}${statement}`);
  }
  for (const [file, text] of contents) write(join(tree, file), text);
  for (const name of STUB_PACKAGES) {
    const folder = join(tree, 'node_modules', name);
    write(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(join(folder, 'index.js'), 'exports.thing = 1;\n');
  }
  const declared = STUB_PACKAGES.filter((name) => name !== 'jest-only').map((name) => [name, '1.0.0']);
  write(
    join(tree, 'package.json'),
    JSON.stringify({ dependencies: Object.fromEntries(declared), devDependencies: { 'jest-only': '1.0.0' } }),
  );
  write(join(tree, 'tsconfig.json'), '{}');
}

const relativeRoot = (file: string): string => `./${'../'.repeat(file.split('/').length - 1)}`;

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function cruise(tree: string): Map<string, Set<string>> {
  const args = [CRUISER, '--config', RULES, '--output-type', 'json', 'src', 'test'];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  if (!stdout.startsWith('{')) throw new Error(`Unexpected output of dependency-cruiser: ${stdout}${stderr}`);
  const broken = new Map<string, Set<string>>();
  for (const { from, rule } of (JSON.parse(stdout) as Report).summary.violations) {
    broken.set(from, (broken.get(from) ?? new Set()).add(rule.name));
  }
  return broken;
}
