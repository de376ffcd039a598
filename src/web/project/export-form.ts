import type { ExportType, ExportRequest } from '../../domain/export/export-request';
import { CSV_DIALECT } from '../../domain/text/csv-line';
import { countText, durationText } from '../../language/format';
import { type Text, t } from '../../language/message';
import type { ExportTask } from '../../modules/export/export.service';
import type { Option } from '../page/form-field';
import { type Sent, textOf } from '../page/handle-form';

const typeLabels = (): Readonly<Record<ExportType, Text>> => ({
  xls: 'Excel (.xlsx)',
  csv: 'CSV',
  geojson: t('GeoJSON: places for maps'),
  kml: t('KML: places for Google Earth'),
  sqlite: t('SQLite: database with a table for each repeat'),
  parquet: t('Parquet: typed tables (.zip)'),
  spss_labels: t('SPSS labels (.zip)'),
});
export const types = (): readonly Option[] =>
  Object.entries(typeLabels()).map(([value, label]) => ({ value, label }));

export const selectModes = (): readonly Option[] => [
  { value: 'both', label: t('One column, and one for each choice') },
  { value: 'summary', label: t('One column') },
  { value: 'details', label: t('One column for each choice') },
];

export const separators = (): readonly Option[] => [
  { value: ';', label: t('Semicolon') },
  { value: ',', label: t('Comma') },
  { value: '\t', label: t('Tab') },
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
    ...(named.length === 0 || languages.includes(null) ? [{ value: '_default', label: t('Labels') }] : []),
    ...[...new Set(named)].map((language) => ({
      value: language,
      label: t('Labels in {language}', { language }),
    })),
    { value: '_xml', label: t('Names of questions and choices') },
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

/** Without notes on what a type is for. */
const shortTypes: Readonly<Record<string, string>> = {
  xls: 'Excel',
  csv: 'CSV',
  geojson: 'GeoJSON',
  kml: 'KML',
  sqlite: 'SQLite',
  parquet: 'Parquet',
};

/** Such as `Excel, labels in English`. */
export function describeRequest(request: ExportRequest): Text {
  const sent = String(request['type']);
  const type = sent === 'spss_labels' ? t('SPSS labels') : (shortTypes[sent] ?? sent);
  const language = request['lang'];
  if (language === '_xml') return t('{type}, names', { type });
  if (language === '_default') return t('{type}, labels', { type });
  return t('{type}, labels in {language}', { type, language: String(language) });
}

/** With the time left, if the rest takes as long for each submission as those before. */
export function progressText(
  { dateStarted, dateModified }: ExportTask,
  rowsDone: number,
  rowsTotal: number,
): Text {
  const [done, total] = [countText(rowsDone), countText(rowsTotal)];
  const passedMs = dateStarted === null ? 0 : dateModified.getTime() - dateStarted.getTime();
  if (passedMs <= 0 || rowsDone === 0 || rowsDone >= rowsTotal)
    return t('{done} of {total}', { done, total });
  const time = durationText(((passedMs / 1000) * (rowsTotal - rowsDone)) / rowsDone);
  return t('{done} of {total}, {time} left', { done, total, time });
}
