import type { CsvDialect } from '../text/csv-line';

export const EXPORT_TYPES = ['csv', 'geojson', 'kml', 'parquet', 'spss_labels', 'sqlite', 'xls'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** Types with a typed table for each section, as files of a database or of columns. */
export const TABLE_TYPES = ['parquet', 'sqlite'] as const satisfies readonly ExportType[];
export type TableType = (typeof TABLE_TYPES)[number];

export function isTableType(type: ExportType): type is TableType {
  return (TABLE_TYPES as readonly ExportType[]).includes(type);
}

export const SELECT_MODES = ['both', 'details', 'summary'] as const;
/** Columns of select_multiple questions: one of the selected choices (summary), one per choice (details), or both. */
export type SelectMode = (typeof SELECT_MODES)[number];

/** Options of an export (contract-data 7.1). */
export interface ExportOptions {
  readonly type: ExportType;
  /** Language of labels, null for the unnamed one; undefined writes names instead of labels. */
  readonly language: string | null | undefined;
  readonly groupSeparator: string;
  /** Whether headers start with the labels of groups. */
  readonly hierarchyInLabels: boolean;
  readonly selectMode: SelectMode;
  /** Paths of questions and names of system columns; empty selects all. */
  readonly fields: readonly string[];
  /** GeoJSON: one feature collection; false writes one per submission. */
  readonly flatten: boolean;
  readonly includeMediaUrls: boolean;
  /** Whether workbooks hold numbers and dates as text. */
  readonly typesAsText: boolean;
  /** Workbooks with numbers, dates and times as such, a fixed header and wide columns; overrides `typesAsText`. */
  readonly isFormatted: boolean;
  /** Whether workbooks have a sheet with the labels of questions and choices. */
  readonly hasLabels: boolean;
  readonly csv: CsvDialect;
}
