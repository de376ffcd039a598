import { Content } from '../content';
import { parseColumnHeader } from './column-header';
import { RawContent, RawRow } from './raw-content';
import { columnsWithTextLists } from './standard-rows';

/**
 * Assigns plain hints to `default_language`, and plain labels too if the stored form had more than one translation
 * (contract-xlsform 2.2, step 1). Renames the columns in place. Skips a language that the form names nowhere else, or
 * labels and hints would differ in language.
 */
export function assignDefaultLanguage(raw: RawContent, storedLanguages: readonly (string | null)[]): void {
  const language = raw.settings.default_language;
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
