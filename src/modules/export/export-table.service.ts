import { createReadStream } from 'node:fs';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ZipFile } from 'yazl';
import { InvalidError } from '../../domain/errors';
import type { TableType } from '../../domain/export/export-request';
import type { ExportTable } from '../../domain/export/row-format';
import { sanitizePathSegment } from '../../domain/text/url-text';
import { ScratchSpace } from '../../storage/scratch-space';
import type { ExportLayout } from '../../domain/export/row-format';
import type { WrittenRows } from '../../workers/export-writer/export-writer';
import type { TableSource } from '../../workers/table-writer/table-rows';
import { TableWriter } from '../../workers/table-writer/table-writer';

/** Compile-time limit of SQLite. */
const MAX_SQLITE_COLUMNS = 2000;

/** Fixed mtime, so that equal tables produce equal bytes. Parquet is compressed already. */
const ENTRY_OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compress: false };

/** Exports as tables. Rows are spooled to disk, since files of tables are not written from their first byte to their last. */
@Injectable()
export class ExportTableService {
  constructor(
    private readonly scratch: ScratchSpace,
    private readonly writer: TableWriter,
  ) {}

  /** Streams the file; reads the chunks when the stream is first read. @throws InvalidError for too many columns */
  stream(type: TableType, layout: ExportLayout, chunks: AsyncIterable<WrittenRows>): Readable {
    const tables = layout.sections.map(({ isShown, table }) => (isShown ? table : undefined));
    if (type === 'sqlite') assertColumns(tables);
    return Readable.from(this.bytes(type, layout, tables, chunks), { objectMode: false });
  }

  private async *bytes(
    type: TableType,
    { labels }: ExportLayout,
    tables: readonly (ExportTable | undefined)[],
    chunks: AsyncIterable<WrittenRows>,
  ): AsyncGenerator<Uint8Array> {
    const folder = await this.scratch.open();
    try {
      const sources = await spoolRows(folder, tables, chunks);
      if (labels?.table !== undefined) {
        const rows = join(folder, 'labels.rows');
        await writeFile(rows, labels.text);
        sources.push({ table: labels.table, rows });
      }
      const target = type === 'sqlite' ? join(folder, 'tables.sqlite') : folder;
      const files = await this.writer.write({ type, sources, target });
      yield* type === 'sqlite' ? createReadStream(target) : zipOf(folder, files, sources);
    } finally {
      await this.scratch.remove(folder);
    }
  }
}

function assertColumns(tables: readonly (ExportTable | undefined)[]): void {
  const tooWide = tables.find((table) => table !== undefined && table.columns.length > MAX_SQLITE_COLUMNS);
  if (tooWide === undefined) return;
  throw new InvalidError(
    `The table ${tooWide.name} has ${tooWide.columns.length} columns; SQLite allows ${MAX_SQLITE_COLUMNS}. ` +
      'Use `multiple_select: summary`, choose questions by `fields`, or export as parquet.',
  );
}

/** Writes the rows of each table to a file. */
async function spoolRows(
  folder: string,
  tables: readonly (ExportTable | undefined)[],
  chunks: AsyncIterable<WrittenRows>,
): Promise<TableSource[]> {
  const spools: { readonly source: TableSource; readonly section: number; readonly file: FileHandle }[] = [];
  try {
    for (const [section, table] of tables.entries()) {
      if (table === undefined) continue;
      const rows = join(folder, `${section}.rows`);
      spools.push({ source: { table, rows }, section, file: await open(rows, 'wx') });
    }
    for await (const { texts } of chunks) {
      for (const { section, file } of spools) await file.appendFile(texts[section] ?? '');
    }
  } finally {
    for (const { file } of spools) await file.close();
  }
  return spools.map(({ source }) => source);
}

function zipOf(folder: string, files: readonly string[], sources: readonly TableSource[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const [index, file] of files.entries()) {
    zip.addFile(
      join(folder, file),
      `${sanitizePathSegment(sources[index]!.table.name)}.parquet`,
      ENTRY_OPTIONS,
    );
  }
  zip.end();
  return output;
}
