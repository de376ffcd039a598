import { pathName } from '../text/path-name';
import type { ExportOptions, ExportType } from './export-options';

const ENDINGS: Readonly<Record<ExportType, string>> = {
  csv: 'csv',
  geojson: 'geojson',
  kml: 'kml',
  spss_labels: 'zip',
  xls: 'xlsx',
};

const MEDIA_TYPES: Readonly<Record<ExportType, string>> = {
  csv: 'text/csv',
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
  spss_labels: 'application/zip',
  xls: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Characters of a name with its ending: what file systems take, and room beside it. */
const MOST_CHARACTERS = 207;

/** The type that the file of an export has on the wire. */
export function mediaTypeOf(type: ExportType): string {
  return MEDIA_TYPES[type];
}

/**
 * What the file of an export is called: `Wells_-_all_versions_-_labels_-_2026-03-01-08-00-00.csv` (contract-data 7.1).
 * It is part of a link, so nothing in it has to be escaped there.
 */
export function exportFileName(
  title: string,
  { type, language }: ExportOptions,
  hasAllVersions: boolean,
  made: Date,
): string {
  const labels = language === undefined ? 'False' : (language ?? 'labels');
  const stamp = made.toISOString().slice(0, 19).replace(/[T:]/g, '-');
  const end = [
    '',
    hasAllVersions ? 'all versions' : 'latest version',
    type === 'spss_labels' ? 'SPSS Labels' : labels,
    `${stamp}.${ENDINGS[type]}`,
  ].join(' - ');
  const room = MOST_CHARACTERS - end.length;
  return pathName(title.slice(0, Math.max(0, room)).toWellFormed() + end);
}
