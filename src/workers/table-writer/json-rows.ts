import { closeSync, openSync, readSync } from 'node:fs';
import type { ExportCell } from '../../domain/export/export-cell';

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
