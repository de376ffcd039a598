import type { ColumnType } from '../../domain/export/column-group';
import type { ExportTable } from '../../domain/export/row-format';
import { readInt64 } from '../../domain/odata/edm-value';
import { isRounded, type RowCells, readRows, type TableJob, type TableSource } from './table-rows';

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

/** Columns by index that have no affinity, because SQLite would round a number in them. */
type ExactColumns = ReadonlySet<number>;

/** Writes a table, and starts over if a column proves to need exactness, which is rare. */
function writeTable(
  database: InstanceType<Sqlite['Database']>,
  source: TableSource,
  exact: ExactColumns = new Set(),
): void {
  const { table, rows } = source;
  const types = table.columns.map(({ type }) => type);
  database.exec(tableSql(table, exact));
  const values = table.columns.map(() => '?').join(',');
  const insert = database.prepare(`INSERT INTO ${quoted(table.name)} VALUES (${values})`);
  const rounded = new Set<number>();
  try {
    for (const batch of readRows(rows)) {
      for (const cells of batch.rows) {
        cells.forEach((cell, column) => {
          if (!exact.has(column) && isRounded(cell, types[column]!)) rounded.add(column);
        });
        if (rounded.size > 0) continue;
        insert.run(
          cells.map((cell, column) => {
            if (cell === '') return null;
            return exact.has(column) ? exactValue(cell, types[column]!) : cell;
          }),
        );
      }
    }
  } finally {
    insert.finalize();
  }
  if (rounded.size === 0) return;
  database.exec(`DROP TABLE ${quoted(table.name)}`);
  writeTable(database, source, new Set([...exact, ...rounded]));
}

/** Value of a column without affinity: as SQLite would convert it, or text where digits would be lost. */
function exactValue(cell: RowCells[number], type: ColumnType): string | number | bigint {
  if (isRounded(cell, type) || Number.isNaN(Number(cell))) return cell;
  return (type === 'integer' ? readInt64(String(cell).trim()) : undefined) ?? Number(cell);
}

function tableSql({ name, columns, key, parent }: ExportTable, exact: ExactColumns): string {
  const definitions = columns.map((column, index) => {
    const type = `${quoted(column.name)} ${exact.has(index) ? '' : AFFINITIES[column.type]}`;
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
