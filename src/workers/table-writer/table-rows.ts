import { closeSync, openSync, readSync } from 'node:fs';
import type { ColumnType, ExportCell } from '../../domain/export/column-group';
import type { TableType } from '../../domain/export/export-request';
import type { ExportTable } from '../../domain/export/row-format';
import { readInt64 } from '../../domain/odata/edm-value';

export interface TableSource {
  readonly table: ExportTable;
  /** Path of a file with the rows: a JSON array of texts and numbers on each line. */
  readonly rows: string;
}

export interface TableJob {
  readonly type: TableType;
  /** A table before those that refer to it. */
  readonly sources: readonly TableSource[];
  /** SQLite: path of the database. Parquet: path of a folder, which gets a file for each table. */
  readonly target: string;
}

export type RowCells = readonly Exclude<ExportCell, Date>[];

/** Cells of consecutive rows, and the size of their text in bytes. */
export interface RowBatch {
  readonly rows: readonly RowCells[];
  readonly bytes: number;
}

const CHUNK_BYTES = 256 * 1024;
const NEW_LINE = 10;

/** Reads a file with a JSON array on each line, about 256 kB at a time. */
export function* readRows(path: string): Generator<RowBatch> {
  const file = openSync(path, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(file, chunk);
      if (length === 0) return;
      const text = Buffer.concat([rest, chunk.subarray(0, length)]);
      const end = text.lastIndexOf(NEW_LINE) + 1;
      rest = text.subarray(end);
      if (end > 0) yield { rows: parseLines(text.toString('utf8', 0, end)), bytes: end };
    }
  } finally {
    closeSync(file);
  }
}

function parseLines(text: string): RowCells[] {
  return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as RowCells[];
}

/** Cheap test for numbers that a double may not hold. */
const LONG_NUMBER = /^\s*[-+]?\d{16}|e\+?\d{3}/i;

/** Whether a column would hold a number without all of its digits: beyond 64 bits, or 53 in a column of doubles. */
export function isRounded(cell: RowCells[number], type: ColumnType): boolean {
  if (type !== 'integer' && type !== 'number') return false;
  if (typeof cell !== 'string' || !LONG_NUMBER.test(cell)) return false;
  const number = Number(cell);
  const isHeld = Number.isFinite(number) ? !Number.isInteger(number) : Number.isNaN(number);
  if (isHeld || Number.isSafeInteger(number)) return false;
  return type === 'number' || readInt64(cell) === undefined;
}
