import type { ColumnType } from '../../domain/export/column-group';
import type { ExportTable } from '../../domain/export/row-format';
import { readRows, type TableJob, type TableSource } from './table-writer';

/** Affinities: a text that is no number stays text in a column of numbers. */
const AFFINITIES: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  date: 'TEXT',
  time: 'TEXT',
  timestamp: 'TEXT',
};

/** The file has no other readers yet, and a failed export starts over: no journal, no locks, no flushes. */
const SETTINGS =
  'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = OFF;';

type Sqlite = typeof import('node-sqlite3-wasm');

/** Loads 1 MB of WebAssembly, which few exports need. Node does not find the named exports of this package. */
async function loadSqlite(): Promise<Sqlite> {
  const { default: library } = (await import('node-sqlite3-wasm')) as unknown as { default: Sqlite };
  return library;
}

/** Writes a SQLite database with a table for each source. */
export async function writeSqlite({ sources, target }: TableJob): Promise<readonly string[]> {
  const { Database } = await loadSqlite();
  const database = new Database(target);
  try {
    database.exec(`${SETTINGS} BEGIN`);
    for (const source of sources) writeTable(database, source);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  return [];
}

function writeTable(database: InstanceType<Sqlite['Database']>, { table, rows }: TableSource): void {
  database.exec(tableSql(table));
  const values = table.columns.map(() => '?').join(',');
  const insert = database.prepare(`INSERT INTO ${quoted(table.name)} VALUES (${values})`);
  try {
    for (const batch of readRows(rows)) {
      for (const cells of batch.rows) insert.run(cells.map((cell) => (cell === '' ? null : cell)));
    }
  } finally {
    insert.finalize();
  }
}

function tableSql({ name, columns, key, parent }: ExportTable): string {
  const definitions = columns.map((column) => {
    const type = `${quoted(column.name)} ${AFFINITIES[column.type]}`;
    return column.name === key ? `${type} PRIMARY KEY` : type;
  });
  const reference =
    parent === undefined
      ? ''
      : `, FOREIGN KEY (${quoted(parent.column)}) REFERENCES ${quoted(parent.table)} (${quoted(parent.key)})`;
  const index =
    parent === undefined
      ? ''
      : `; CREATE INDEX ${quoted(`${name}${parent.column}`)} ON ${quoted(name)} (${quoted(parent.column)})`;
  return `CREATE TABLE ${quoted(name)} (${definitions.join(', ')}${reference})${index}`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
