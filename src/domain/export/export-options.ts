export const EXPORT_TYPES = ['csv', 'geojson', 'kml', 'spss_labels', 'xls'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

export const SELECT_MODES = ['both', 'details', 'summary'] as const;
/** What stands of a question with many choices: all that were chosen, a column for each choice, or both. */
export type SelectMode = (typeof SELECT_MODES)[number];

/** How an export is written (contract-data 7.1). */
export interface ExportOptions {
  readonly type: ExportType;
  /** A language of the form, null for the one without a name; undefined: names in the place of labels. */
  readonly language: string | null | undefined;
  readonly groupSeparator: string;
  /** Whether the labels of groups stand before those of questions. */
  readonly hierarchyInLabels: boolean;
  readonly selectMode: SelectMode;
  /** Paths of questions and names of system columns; empty: all. */
  readonly fields: readonly string[];
  /** One collection of all places; false: a collection for each submission. */
  readonly flatten: boolean;
  readonly includeMediaUrls: boolean;
  /** Whether numbers and dates of workbooks stay text. */
  readonly typesAsText: boolean;
}
