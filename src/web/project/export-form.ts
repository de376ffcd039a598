import type { ExportType, ExportRequest } from '../../domain/export/export-request';
import { CSV_DIALECT } from '../../domain/text/csv-bytes';
import type { Option } from '../page/form-field';
import { type Sent, textOf } from '../page/handle-form';

const TYPE_LABELS: Readonly<Record<ExportType, string>> = {
  xls: 'Excel (.xlsx)',
  csv: 'CSV',
  geojson: 'GeoJSON: places for maps',
  kml: 'KML: places for Google Earth',
  sqlite: 'SQLite: database with a table for each repeat',
  parquet: 'Parquet: typed tables (.zip)',
  spss_labels: 'SPSS labels (.zip)',
};
export const TYPES: readonly Option[] = Object.entries(TYPE_LABELS).map(([value, label]) => ({
  value,
  label,
}));

export const SELECT_MODES: readonly Option[] = [
  { value: 'both', label: 'One column, and one for each choice' },
  { value: 'summary', label: 'One column' },
  { value: 'details', label: 'One column for each choice' },
];

export const SEPARATORS: readonly Option[] = [
  { value: ';', label: 'Semicolon' },
  { value: ',', label: 'Comma' },
  { value: '\t', label: 'Tab' },
];

/** Values of the form; the API validates the request made of them. */
export interface ExportForm {
  readonly type: string;
  readonly language: string;
  readonly selectMode: string;
  readonly allVersions: boolean;
  readonly groups: boolean;
  readonly mediaUrls: boolean;
  /** XLSX. */
  readonly isFormatted: boolean;
  readonly hasLabels: boolean;
  /** CSV. */
  readonly hasBom: boolean;
  readonly escapesFormulas: boolean;
  readonly separator: string;
  /** Of saved settings. */
  readonly name: string;
}

/** @param languages of the form; null is the unnamed one */
export function languageOptions(languages: readonly (string | null)[]): Option[] {
  const named = languages.flatMap((language) => (language === null ? [] : [language]));
  return [
    ...(named.length === 0 || languages.includes(null) ? [{ value: '_default', label: 'Labels' }] : []),
    ...[...new Set(named)].map((language) => ({ value: language, label: `Labels in ${language}` })),
    { value: '_xml', label: 'Names of questions and choices' },
  ];
}

export function newExportForm(languages: readonly (string | null)[]): ExportForm {
  return {
    type: 'xls',
    language: languageOptions(languages)[0]!.value,
    selectMode: 'both',
    allVersions: true,
    groups: false,
    mediaUrls: true,
    isFormatted: true,
    hasLabels: false,
    hasBom: true,
    escapesFormulas: true,
    separator: CSV_DIALECT.separator,
    name: '',
  };
}

export function readExportForm(body: Sent): ExportForm {
  return {
    type: textOf(body['type']),
    language: textOf(body['lang']),
    selectMode: textOf(body['multiple_select']),
    allVersions: body['fields_from_all_versions'] === 'true',
    groups: body['hierarchy_in_labels'] === 'true',
    mediaUrls: body['include_media_url'] === 'true',
    isFormatted: body['xls_formatted'] === 'true',
    hasLabels: body['xls_labels'] === 'true',
    hasBom: body['bom'] === 'true',
    escapesFormulas: body['escape_formulas'] === 'true',
    separator: textOf(body['separator']) || CSV_DIALECT.separator,
    name: textOf(body['name']).trim(),
  };
}

export function exportRequestOf(form: ExportForm): ExportRequest {
  return {
    type: form.type,
    lang: form.language,
    multiple_select: form.selectMode,
    group_sep: '/',
    fields_from_all_versions: form.allVersions,
    hierarchy_in_labels: form.groups,
    include_media_url: form.mediaUrls,
    xls_formatted: form.isFormatted,
    xls_labels: form.hasLabels,
    bom: form.hasBom,
    escape_formulas: form.escapesFormulas,
    separator: form.separator,
  };
}

/** Such as `Excel, labels in English`. */
export function describeRequest(request: ExportRequest): string {
  const type = TYPES.find(({ value }) => value === request['type'])?.label ?? String(request['type']);
  const language = request['lang'];
  const words =
    language === '_xml' ? 'names' : language === '_default' ? 'labels' : `labels in ${String(language)}`;
  return `${type.replace(/[:(].*$/, '').trim()}, ${words}`;
}
