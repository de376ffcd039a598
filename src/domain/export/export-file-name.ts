import { sanitizePathSegment } from '../text/url-text';
import type { ExportOptions, ExportType } from './export-request';

const FILE_TYPES: Readonly<Record<ExportType, readonly [extension: string, mediaType: string]>> = {
  csv: ['csv', 'text/csv'],
  geojson: ['geojson', 'application/geo+json'],
  kml: ['kml', 'application/vnd.google-earth.kml+xml'],
  parquet: ['zip', 'application/zip'],
  spss_labels: ['zip', 'application/zip'],
  sqlite: ['sqlite', 'application/vnd.sqlite3'],
  xls: ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
};

/** File name with extension, within the limits of file systems. */
const MAX_CHARACTERS = 207;

/** Media type of an export file, for `Content-Type`; text is UTF-8. */
export function exportMediaType(type: ExportType): string {
  const [, mediaType] = FILE_TYPES[type];
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}

/**
 * File name of an export: `Wells_-_all_versions_-_labels_-_2026-03-01-08-00-00.csv` (contract-data 7.1). Needs no
 * escaping in a URL.
 */
export function exportFileName(
  title: string,
  { type, language }: ExportOptions,
  hasAllVersions: boolean,
  createdAt: Date,
): string {
  const labels = language === undefined ? 'False' : (language ?? 'labels');
  const stamp = createdAt.toISOString().slice(0, 19).replace(/[T:]/g, '-');
  const suffix = [
    '',
    hasAllVersions ? 'all versions' : 'latest version',
    type === 'spss_labels' ? 'SPSS Labels' : labels,
    ...(type === 'parquet' ? ['Parquet'] : []),
    `${stamp}.${FILE_TYPES[type][0]}`,
  ].join(' - ');
  const maxTitleLength = Math.max(0, MAX_CHARACTERS - suffix.length);
  return sanitizePathSegment(title.slice(0, maxTitleLength).toWellFormed() + suffix);
}

/** Table of the top level, whatever the form is called: programs that read it don't depend on its title. */
const TOP_TABLE = 'submissions';
export const LABEL_TABLE = '_labels';

/** Names that SQLite reserves. */
const RESERVED = /^sqlite_/i;

/** Allocates names that are unique in any letter case. */
export class UniqueNames {
  private readonly taken = new Set<string>();

  claim(requested: string): string {
    let name = requested;
    for (let number = 2; this.taken.has(name.toLowerCase()); number++) name = `${requested}_${number}`;
    this.taken.add(name.toLowerCase());
    return name;
  }
}

/** Names of the tables of sections; the top level has an empty name. */
export function tableNames(sections: readonly { readonly name: string }[]): string[] {
  const names = new UniqueNames();
  names.claim(LABEL_TABLE);
  return sections.map(({ name }) => names.claim(name === '' ? TOP_TABLE : name.replace(RESERVED, '_$&')));
}
