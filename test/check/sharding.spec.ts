import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DISTRIBUTED_TABLES } from '../../src/database/sharding/distributed-tables';

const contract = resolve(__dirname, '../contract');
const schema = readFileSync(join(contract, 'schema.sql'), 'utf8');
const tables = [...schema.matchAll(/^CREATE TABLE (\w+) \(([^]*?)^\)/gm)].map(([, name, columns]) => ({
  name: name!,
  columns: columns!,
}));
const isDistributed = (name: string): boolean => DISTRIBUTED_TABLES.includes(name);

interface Statement {
  readonly file: string;
  readonly sql: string;
}

function statementsOf(file: string): Statement[] {
  const text = readFileSync(join(contract, 'queries', file), 'utf8').replace(/--.*$|"/gm, '');
  return text.split(';').map((sql) => ({ file, sql }));
}
const statements = readdirSync(join(contract, 'queries')).flatMap(statementsOf);

const namesAfter = (sql: string, keyword: RegExp): string[] =>
  [...sql.matchAll(new RegExp(`\\b${keyword.source}\\s+(?:ONLY\\s+)?(\\w+)`, 'gi'))].map(([, name]) => name!);
const writtenBy = (sql: string): string[] => namesAfter(sql, /(?:INSERT INTO|UPDATE|DELETE FROM)/);
const readBy = (sql: string): string[] =>
  namesAfter(sql.replace(/DELETE FROM/gi, 'DELETE'), /(?:FROM|JOIN|USING)/);

/** What breaks the rule of decision 154. */
function problemsOf({ file, sql }: Statement): string[] {
  const distributed = [...writtenBy(sql), ...readBy(sql)].filter(isDistributed);
  if (distributed.length === 0) return [];
  const local = readBy(sql).filter(
    (name) => !isDistributed(name) && tables.some((table) => table.name === name),
  );
  // Bytes may belong to any asset, and so may what has expired: every node is asked.
  const isKeyed =
    /\b(asset_id|sha256)\s*(=|IN\b)|date_deleted < /i.test(sql) ||
    readBy(sql).filter(isDistributed).length === 0;
  return [
    ...local.map((name) => `${file}: ${name} is read beside ${distributed[0]}`),
    ...(isKeyed ? [] : [`${file}: ${distributed[0]} is read without a condition on its asset`]),
  ];
}

describe('statements on distributed tables', () => {
  it('are found', () => {
    const found = statements.filter(({ sql }) => readBy(sql).some(isDistributed));
    expect(found.length).toBeGreaterThan(50);
  });

  it('read by asset or content hash, and never beside local tables', () => {
    expect(statements.flatMap(problemsOf)).toEqual([]);
  });

  it.each([
    [
      'SELECT 1 FROM asset a WHERE EXISTS (SELECT FROM submission s WHERE s.asset_id = a.id)',
      'is read beside',
    ],
    ['SELECT sum(byte_size) FROM attachment', 'without a condition on its asset'],
    ['DELETE FROM submission USING asset WHERE asset_id = 1', 'is read beside'],
  ])('are refused: %s', (sql, problem) => {
    expect(problemsOf({ file: 'x', sql })).toEqual([expect.stringContaining(problem)]);
  });
});

describe('distributed tables', () => {
  it('have asset_id in every key', () => {
    for (const name of DISTRIBUTED_TABLES) {
      const { columns } = tables.find((table) => table.name === name)!;
      const keys = [...columns.matchAll(/(?:PRIMARY KEY|UNIQUE) \(([^)]*)\)/g)].map(([, key]) => key);
      expect(keys.length).toBeGreaterThan(0);
      for (const key of keys) expect(key).toContain('asset_id');
    }
  });

  it('include every table that refers to another', () => {
    const referring = tables.filter(({ columns }) =>
      DISTRIBUTED_TABLES.some((name) => columns.includes(`REFERENCES ${name}(`)),
    );
    expect(referring.map(({ name }) => name).filter((name) => !isDistributed(name))).toEqual([]);
  });
});
