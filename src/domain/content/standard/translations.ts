import {
  ColumnHeader,
  FormSheet,
  isAlwaysTranslated,
  isTextColumn,
  parseColumnHeader,
} from './column-header';
import { LooseContent, LooseRow } from './loose-content';

/** Which texts a content has in which languages, gathered from all headers before any cell is moved. */
export interface TranslationPlan {
  /** Language names in order; null is the column without a language. */
  readonly translations: readonly (string | null)[];
  /** Columns whose cells are lists, one text per translation. */
  readonly translated: ReadonlySet<string>;
  readonly headers: Readonly<Record<FormSheet, ReadonlyMap<string, ColumnHeader>>>;
}

/** A header, and what its cells say about it. */
interface Sighting extends ColumnHeader {
  /** Some row has a plain value under it. */
  hasValues: boolean;
  /** Some row has a list of texts under it: its languages are those of `translations`. */
  hasLists: boolean;
}

/**
 * Reads every header of survey and choices (contract-xlsform 2.2): new languages follow the known ones in the order of
 * columns; null joins them where a column without language is used beside, or instead of, those with one.
 * A plain column that stands empty makes no language of its own: form templates are full of them.
 */
export function planTranslations(content: LooseContent): TranslationPlan {
  const headers = {
    survey: readHeaders('survey', content.survey),
    choices: readHeaders('choices', content.choices ?? []),
  };
  const sightings = [...headers.survey.values(), ...headers.choices.values()];
  const withLanguage = new Set(
    sightings.filter(({ language }) => language !== null).map(({ column }) => column),
  );

  const translations = new Set<string | null>(content.translations ?? []);
  const translated = new Set(content.translated ?? []);
  for (const { column, language, hasValues, hasLists } of sightings) {
    const isTranslated = isAlwaysTranslated(column) || withLanguage.has(column) || translated.has(column);
    if (hasLists && isTextColumn(column)) translated.add(column);
    if (!isTranslated || (!hasValues && !withLanguage.has(column))) continue;
    translated.add(column);
    translations.add(language);
  }
  if (translations.size === 0) translations.add(null);
  return { translations: [...translations], translated, headers };
}

function readHeaders(sheet: FormSheet, rows: readonly LooseRow[]): Map<string, Sighting> {
  const headers = new Map<string, Sighting>();
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
