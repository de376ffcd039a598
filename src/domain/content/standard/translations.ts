import {
  ColumnHeader,
  FormSheet,
  isAlwaysTranslated,
  isTextColumn,
  parseColumnHeader,
  withKoboDashes,
} from './column-header';
import { RawContent, RawRow } from './raw-content';
import { Content, FormSettings } from '../content';
import { columnsWithTextLists, parseYesNo } from './standard-rows';
import { FormProblem } from '../form-problem';

/** Languages and translated columns of content, collected from all headers before cells are expanded. */
export interface TranslationPlan {
  /** Language names in order; null is the column without a language. */
  readonly translations: readonly (string | null)[];
  readonly translated: ReadonlySet<string>;
  readonly headers: Readonly<Record<FormSheet, ReadonlyMap<string, ColumnHeader>>>;
}

/** Columns that identify a row: the same in every language, even if a header names one. */
const KEY_COLUMNS: ReadonlySet<string> = new Set(['type', 'name', 'list_name']);

interface HeaderUsage extends ColumnHeader {
  hasValues: boolean;
  /** At least one row has a list of texts, in the languages of `translations`. */
  hasLists: boolean;
}

/**
 * Reads the headers of survey and choices (contract-xlsform 2.2): new languages follow existing ones in the order of
 * columns; null is added if a column is used without a language. An empty plain column adds no language.
 */
export function planTranslations(content: RawContent): TranslationPlan {
  const headers = {
    survey: readHeaders('survey', content.survey),
    choices: readHeaders('choices', content.choices ?? []),
  };
  const usages = [...headers.survey.values(), ...headers.choices.values()];
  const withLanguage = new Set(
    usages
      .filter(({ column, language }) => language !== null && !KEY_COLUMNS.has(column))
      .map(({ column }) => column),
  );

  const translations = new Set<string | null>(content.translations ?? []);
  const translated = new Set(content.translated ?? []);
  for (const { column, language, hasValues, hasLists } of usages) {
    const isTranslated = isAlwaysTranslated(column) || withLanguage.has(column) || translated.has(column);
    if (hasLists && isTextColumn(column)) translated.add(column);
    if (!isTranslated || (!hasValues && !withLanguage.has(column))) continue;
    translated.add(column);
    translations.add(language);
  }
  if (translations.size === 0) translations.add(null);
  return { translations: [...translations], translated, headers };
}

function readHeaders(sheet: FormSheet, rows: readonly RawRow[]): Map<string, HeaderUsage> {
  const headers = new Map<string, HeaderUsage>();
  for (const row of rows) {
    for (const key in row) {
      let header = headers.get(key);
      if (header === undefined) {
        header = { ...parseColumnHeader(sheet, key), hasValues: false, hasLists: false };
        headers.set(key, header);
      }
      const cell = row[key];
      if (Array.isArray(cell)) header.hasLists = true;
      else header.hasValues ||= cell !== '' && cell !== null;
    }
  }
  return headers;
}

/**
 * Assigns plain hints to `default_language`, and plain labels too if the stored form had more than one translation
 * (contract-xlsform 2.2, step 1). Renames the columns in place. Skips a language that the form names nowhere else, or
 * labels and hints would differ in language.
 */
export function assignDefaultLanguage(raw: RawContent, storedLanguages: readonly (string | null)[]): void {
  const { default_language: language } = standardSettings(raw.settings, []);
  if (typeof language !== 'string' || language === '') return;
  if (!namesLanguage(raw, language)) return;
  const hadSeveral = storedLanguages.length > 1;
  for (const row of raw.survey) {
    renamePlainText(row, 'hint', language);
    if (hadSeveral) renamePlainText(row, 'label', language);
  }
  if (hadSeveral) for (const choice of raw.choices ?? []) renamePlainText(choice, 'label', language);
}

function namesLanguage(raw: RawContent, language: string): boolean {
  if (raw.translations?.includes(language) === true) return true;
  const rows = [...raw.survey, ...(raw.choices ?? [])];
  const headers = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...headers].some((header) => parseColumnHeader('survey', header).language === language);
}

function renamePlainText(row: RawRow, column: string, language: string): void {
  if (typeof row[column] !== 'string' || row[column] === '') return;
  const translated = `${column}::${language}`;
  // The first row of a sheet has every header, with empty text in empty cells.
  if ((row[translated] ?? '') === '') row[translated] = row[column];
  delete row[column];
}

/**
 * Moves the default language to the front of `translations` and of every list of texts, in place (step 3). A language
 * that the form does not have changes nothing; the compiler warns of it.
 */
export function moveDefaultLanguageFirst(content: Content): void {
  const language = content.settings.default_language;
  if (typeof language !== 'string' || language === '') return;
  const { translations } = content;
  const from = translations.indexOf(language);
  if (from <= 0) return;
  moveToFront(translations, from);
  const rows = [...content.survey, ...(content.choices ?? [])];
  const columns = new Set([...content.translated, ...columnsWithTextLists(rows)]);
  for (const row of rows) {
    for (const column of columns) {
      const texts = row[column];
      if (Array.isArray(texts)) moveToFront(texts, from);
    }
  }
}

function moveToFront(list: unknown[], from: number): void {
  if (from < list.length) list.unshift(...list.splice(from, 1));
}

/** Aliases (contract-xlsform 2.3), and settings whose header may have capitals or spaces. */
const ALIASES = new Map([
  ['title', 'form_title'],
  ['set_form_title', 'form_title'],
  ['form_id', 'id_string'],
  ['set_form_id', 'id_string'],
  ...[
    'form_title id_string name version style default_language instance_name instance_id namespaces clean_text_values',
    'allow_choice_duplicates public_key submission_url auto_send auto_delete client_editable',
    'instance_xmlns prefix delimiter',
  ].flatMap((names) => names.split(' ').map((name): [string, string] => [name, name])),
]);
/** `Attribute :: x`: capitals and spaces count in the name of the attribute only. */
const ATTRIBUTE_SETTING = /^(attribute|bind|body|control|instance)\s*(::?)\s*(\S.*)$/i;

/**
 * Maps settings to canonical keys and drops empty cells. Reports conflicting aliases, except for the id, which
 * `idColumn` decides: exported forms have both columns.
 */
export function standardSettings(
  raw: Readonly<Record<string, unknown>>,
  problems: FormProblem[],
  idColumn: 'id_string' | 'form_id' = 'id_string',
): FormSettings {
  const settings: FormSettings = {};
  for (const [key, value] of Object.entries(raw)) {
    if (value === null || value === undefined || value === '') continue;
    const name = settingName(key);
    if (name === 'id_string' && Object.hasOwn(settings, name)) {
      if (settingKey(key) === idColumn) settings[name] = value as string;
      continue;
    }
    if (Object.hasOwn(settings, name) && settings[name] !== value) {
      const message = `two columns mean "${name}" and differ; keep one of them.`;
      problems.push({ sheet: 'settings', column: key, message });
    }
    const isLock = name === 'kobo--lock_all' && typeof value === 'string';
    settings[name] = (isLock ? parseYesNo(value) : undefined) ?? value;
  }
  return settings;
}

/** Canonical name of a setting; an unknown one stays as typed. */
export function settingName(key: string): string {
  const alias = ALIASES.get(settingKey(key));
  if (alias !== undefined) return alias;
  const [, prefix, colons, attribute] = ATTRIBUTE_SETTING.exec(key.trim()) ?? [];
  if (prefix !== undefined) return `${prefix.toLowerCase()}${colons}${attribute}`;
  return withKoboDashes(key.trim());
}

function settingKey(key: string): string {
  return withKoboDashes(key.trim()).toLowerCase().replace(/\s+/g, '_');
}
