import {
  ColumnHeader,
  FormSheet,
  isAlwaysTranslated,
  isTextColumn,
  parseColumnHeader,
} from './column-header';
import { RawContent, RawRow } from './raw-content';

/** Languages and translated columns of content, collected from all headers before cells are expanded. */
export interface TranslationPlan {
  /** Language names in order; null is the column without a language. */
  readonly translations: readonly (string | null)[];
  readonly translated: ReadonlySet<string>;
  readonly headers: Readonly<Record<FormSheet, ReadonlyMap<string, ColumnHeader>>>;
}

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
    usages.filter(({ language }) => language !== null).map(({ column }) => column),
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
