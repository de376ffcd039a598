import type { TableType } from '../../domain/export/export-request';
import type { ExportTable } from '../../domain/export/row-format';

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

/** Writes tables as files of other programs, in a worker thread and in bounded memory. */
export abstract class TableWriter {
  /** @returns names of the files in the target folder, by table; empty for SQLite */
  abstract write(job: TableJob): Promise<readonly string[]>;
}
