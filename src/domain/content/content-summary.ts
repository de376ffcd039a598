import { isGeoType } from '../geo/geometry';
import { Content, SurveyRow } from './content';
import { META_TYPES } from './standard/row-type';

/** Summary of an asset's content for lists (contract-xlsform 2.6, contract-assets 1.4). */
export interface ContentSummary {
  row_count: number;
  languages: string[];
  /** First translation, null if unnamed; false if no row has a label. */
  default_translation: string | null | false;
  geo: boolean;
  labels: string[];
  columns: string[];
  lock_all: boolean;
  lock_any: boolean;
  name_quality: NameQuality;
  /** Names changed to be unique; absent if there are none. */
  naming_conflicts?: string[];
}

interface NameQuality {
  /** Rows without a name. */
  ok: number;
  /** Names of digits and underscores only. */
  bad: number;
  good: number;
  total: number;
  firsts: { ok?: NamedRow; bad?: NamedRow };
}

interface NamedRow {
  name: string | undefined;
  index: number;
  label: readonly (string | null)[] | null;
}

const UNCOUNTED_TYPES = new Set([...META_TYPES, 'note', 'begin_group']);
const LABELS_SHOWN = 5;
const LOCKING_PROFILE = 'kobo--locking-profile';

/** Summarises content; every key is present even if the survey has no rows (decision 1). */
export function summariseContent({ survey, settings, translations, translated }: Content): ContentSummary {
  const rows = survey.filter((row) => !row.type.startsWith('end') && !UNCOUNTED_TYPES.has(row.type));
  const hasNoTexts = survey.length === 0 || translations.length === 0 || translated.length === 0;
  const lockAll = settings['kobo--lock_all'] === true;
  const conflicts = survey.map((row) => row.$given_name).filter((name) => typeof name === 'string');
  return {
    row_count: rows.length,
    languages: translations.filter((language) => language !== null),
    default_translation: hasNoTexts ? false : (translations[0] ?? null),
    geo: survey.some(({ type }) => type === 'gps' || isGeoType(type)),
    labels: firstLabels(rows),
    columns: columnsOf(rows),
    lock_all: lockAll,
    lock_any:
      lockAll || isSet(settings[LOCKING_PROFILE]) || survey.some((row) => isSet(row[LOCKING_PROFILE])),
    name_quality: rateNames(rows),
    ...(conflicts.length > 0 ? { naming_conflicts: conflicts } : {}),
  };
}

function firstLabels(rows: readonly SurveyRow[]): string[] {
  const labels: string[] = [];
  for (const row of rows) {
    const label = row.label?.[0] ?? null;
    if (label !== null && labels.push(label) === LABELS_SHOWN) break;
  }
  return labels;
}

function columnsOf(rows: readonly SurveyRow[]): string[] {
  const columns = new Set<string>();
  for (const row of rows) for (const column in row) if (!column.startsWith('$')) columns.add(column);
  return [...columns];
}

function rateNames(rows: readonly SurveyRow[]): NameQuality {
  const quality: NameQuality = { ok: 0, bad: 0, good: 0, total: rows.length, firsts: {} };
  rows.forEach((row, index) => {
    const rating = rateName(row.name);
    quality[rating] += 1;
    if (rating !== 'good') {
      quality.firsts[rating] ??= { name: row.$autoname, index: index + 1, label: row.label ?? null };
    }
  });
  return quality;
}

function rateName(name: string | undefined): 'ok' | 'bad' | 'good' {
  if (name === undefined || name === '') return 'ok';
  return /^[\d_]+$/.test(name) ? 'bad' : 'good';
}

function isSet(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
