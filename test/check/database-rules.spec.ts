import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(__dirname, '../..');
const ESLINT = join(ROOT, 'node_modules/eslint/bin/eslint.js');
const urlOf = (path: string): string => pathToFileURL(join(ROOT, path)).href;

/** The database rules only: the others need type information. */
const CONFIG = `
  import { parser } from '${urlOf('node_modules/typescript-eslint/dist/index.js')}';
  import databaseRules from '${urlOf('.config/database-rules.mjs')}';
  export default [{ files: ['**/*.ts'], languageOptions: { parser } }, ...databaseRules];`;

const SQL = 'database/sql-has-its-files';
const OPTIONAL = 'database/transaction-is-never-optional';

/** Files, each with the rule that it breaks; undefined if none. */
const cases: readonly (readonly [string, string, string | undefined])[] = [
  ['src/modules/asset/a.service.ts', 'export const text = `SELECT id FROM asset`;', SQL],
  ['src/modules/asset/b.service.ts', `export const text = 'UPDATE asset SET name = $1';`, SQL],
  ['src/modules/asset/c.service.ts', 'export const text = `\n  WITH a AS (VALUES (1)) SELECT 1`;', SQL],
  ['src/modules/asset/d.service.ts', 'export const text = `id IN (SELECT id FROM ${1})`;', SQL],
  ['src/modules/asset/e.service.ts', 'export const rows = (source: any) => source.query(text);', SQL],
  ['src/storage/a.storage.ts', 'export const rows = (source: any) => source.manager.query(text);', SQL],
  ['src/database/a.ts', 'export const text = `DELETE FROM asset`;', SQL],
  ['src/modules/asset/f.service.ts', `export const text = 'Select a file, or UPDATE it.';`, undefined],
  [
    'src/modules/asset/a.controller.ts',
    'export const search = (request: any) => request.query.q;',
    undefined,
  ],
  ['src/modules/asset/a.repository.ts', 'export const rows = (m: any) => m.query(`SELECT 1`);', undefined],
  ['src/database/migrations/1-a.ts', 'export const up = (r: any) => r.query(`DROP TABLE a`);', undefined],
  ['src/modules/asset/a.ts', 'export const find = (transaction?: Transaction) => transaction;', OPTIONAL],
  ['src/modules/asset/b.ts', 'export const find = (t: Transaction | undefined) => t;', OPTIONAL],
  ['src/modules/asset/c.ts', 'export const find = (t: Transaction = NONE) => t;', OPTIONAL],
  ['src/modules/asset/d.ts', 'export interface Context { readonly transaction?: Transaction }', OPTIONAL],
  ['src/modules/asset/e.ts', 'export const find = (transaction: Transaction) => transaction;', undefined],
];

describe('database lint rules', () => {
  const broken = brokenRules();

  it.each(cases)('check %s', (file, _text, rule) => {
    expect(broken.get(file)).toEqual(rule === undefined ? [] : [rule]);
  });
});

function brokenRules(): Map<string, string[]> {
  const tree = mkdtempSync(join(tmpdir(), 'database-rules-'));
  try {
    const files = [['eslint.config.mjs', CONFIG], ...cases] as const;
    for (const [file, text] of files) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), `${text}\n`);
    }
    const { stdout, stderr } = spawnSync(process.execPath, [ESLINT, '--format', 'json', 'src'], {
      cwd: tree,
      encoding: 'utf8',
    });
    if (!stdout.startsWith('[')) throw new Error(`Unexpected output of eslint: ${stdout}${stderr}`);
    const report = JSON.parse(stdout) as { filePath: string; messages: { ruleId: string | null }[] }[];
    return new Map(
      report.map(({ filePath, messages }) => [
        relative(tree, filePath),
        messages.map(({ ruleId }) => String(ruleId)),
      ]),
    );
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
