import { join } from 'node:path';
import type { ColumnType } from '../../domain/export/column-group';
import type { ExportTable, TableColumn } from '../../domain/export/row-format';
import { isEdmDate, readFloat64, readTimestamp, readWhole } from '../../domain/odata/edm-value';
import { isRounded, type RowCells, readRows, type TableJob, type TableSource } from './table-rows';

/** Limits of a row group, which is in memory as a whole. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024;
const MAX_GROUP_ROWS = 50_000;

const DAY_MS = 86_400_000;

/** Column of the answers that are no value of their column's type, as JSON by column. */
const UNREADABLE = '_unreadable';

type Value = string | number | bigint | null;
type Writer = typeof import('hyparquet-writer');
type SchemaElement = ConstructorParameters<Writer['ParquetWriter']>[0]['schema'][number];

/** Writes a Parquet file for each source. */
export async function writeParquet({ sources, target }: TableJob): Promise<readonly string[]> {
  const library = await import('hyparquet-writer');
  const files: string[] = [];
  for (const source of sources) {
    const file = `${files.length}.parquet`;
    await writeTable(library, source, join(target, file));
    files.push(file);
  }
  return files;
}

async function writeTable(
  { ParquetWriter, fileWriter }: Writer,
  { table, rows }: TableSource,
  path: string,
): Promise<void> {
  const columns = columnsOf(table);
  const schema = [{ name: 'root', num_children: columns.length }, ...columns.map(schemaElement)];
  const writer = new ParquetWriter({ writer: fileWriter(path), schema });
  let group = new RowGroup(columns);
  const write = async (): Promise<void> => {
    if (group.rows === 0) return;
    // The library splits a group of its default size.
    await writer.write({ columnData: group.columnData(), rowGroupSize: group.rows });
    group = new RowGroup(columns);
  };
  for (const batch of readRows(rows)) {
    for (const cells of batch.rows) group.add(cells);
    group.bytes += batch.bytes;
    if (group.bytes >= MAX_GROUP_BYTES || group.rows >= MAX_GROUP_ROWS) await write();
  }
  await write();
  await writer.finish();
}

function columnsOf({ columns }: ExportTable): readonly TableColumn[] {
  const isTyped = columns.some(({ name, type }) => type !== 'text' && type !== 'time' && name !== UNREADABLE);
  const isTaken = columns.some(({ name }) => name.toLowerCase() === UNREADABLE);
  if (!isTyped) return columns;
  return [...columns, { name: isTaken ? `${UNREADABLE}_answers` : UNREADABLE, type: 'text' }];
}

class RowGroup {
  rows = 0;
  bytes = 0;
  private readonly values: Value[][];

  constructor(private readonly columns: readonly TableColumn[]) {
    this.values = columns.map(() => []);
  }

  add(cells: RowCells): void {
    const unreadable: Record<string, string | number> = {};
    let hasUnreadable = false;
    for (let column = 0; column < cells.length; column += 1) {
      const cell = cells[column]!;
      const value = valueOf(cell, this.columns[column]!.type);
      this.values[column]!.push(value);
      if (value !== null || cell === '') continue;
      unreadable[this.columns[column]!.name] = cell;
      hasUnreadable = true;
    }
    if (this.values.length > cells.length) {
      this.values[cells.length]!.push(hasUnreadable ? JSON.stringify(unreadable) : null);
    }
    this.rows += 1;
  }

  columnData(): { name: string; data: Value[] }[] {
    return this.columns.map(({ name }, column) => ({ name, data: this.values[column]! }));
  }
}

function valueOf(cell: string | number, type: ColumnType): Value {
  if (cell === '' || isRounded(cell, type)) return null;
  const text = String(cell);
  switch (type) {
    case 'text':
    case 'time':
      return text;
    case 'integer':
      return readWhole(text) ?? null;
    case 'number':
      return readFloat64(text) ?? null;
    case 'date':
      return isEdmDate(text) ? Date.parse(text) / DAY_MS : null;
    case 'timestamp':
      return readTimestamp(text) ?? null;
  }
}

function schemaElement({ name, type }: TableColumn): SchemaElement {
  const element = { name, repetition_type: 'OPTIONAL' } as const;
  switch (type) {
    case 'text':
    case 'time':
      return { ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
    case 'integer':
      return { ...element, type: 'INT64' };
    case 'number':
      return { ...element, type: 'DOUBLE' };
    case 'date':
      return { ...element, type: 'INT32', converted_type: 'DATE' };
    case 'timestamp':
      return {
        ...element,
        type: 'INT64',
        converted_type: 'TIMESTAMP_MICROS',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
      };
  }
}
