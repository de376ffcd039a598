import { Content } from '../content';
import { FormProblem } from '../form-problem';
import { parseColumnHeader } from './column-header';
import { LooseContent, LooseRow } from './loose-content';
import { listedColumns } from './standard-rows';

/**
 * With `default_language` set, a plain hint is in that language; plain labels too, when the stored form had more than one
 * translation (contract-xlsform 2.2, step 1). Renames their columns in place.
 * A language that the form names nowhere else is left to the plain column, or labels and hints would part.
 */
export function namePlainTexts(loose: LooseContent, storedLanguages: readonly (string | null)[]): void {
  const language = loose.settings.default_language;
  if (typeof language !== 'string' || language === '') return;
  if (!namesLanguage(loose, language)) return;
  const hadSeveral = storedLanguages.length > 1;
  for (const row of loose.survey) {
    renamePlainText(row, 'hint', language);
    if (hadSeveral) renamePlainText(row, 'label', language);
  }
  if (hadSeveral) for (const choice of loose.choices ?? []) renamePlainText(choice, 'label', language);
}

function namesLanguage(loose: LooseContent, language: string): boolean {
  if (loose.translations?.includes(language) === true) return true;
  const rows = [...loose.survey, ...(loose.choices ?? [])];
  const headers = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...headers].some((header) => parseColumnHeader('survey', header).language === language);
}

function renamePlainText(row: LooseRow, column: string, language: string): void {
  if (typeof row[column] !== 'string' || row[column] === '') return;
  const translated = `${column}::${language}`;
  // The first row of a sheet shows every header, as empty text where it has nothing.
  if ((row[translated] ?? '') === '') row[translated] = row[column];
  delete row[column];
}

/**
 * Moves the default language to the front, in `translations` and in every list of texts, in place (step 3).
 * One that the form does not have is a problem that lists those it has, unless the form has no named language at all.
 */
export function moveDefaultLanguageFirst(content: Content, problems: FormProblem[]): void {
  const language = content.settings.default_language;
  if (typeof language !== 'string' || language === '') return;
  const { translations } = content;
  const from = translations.indexOf(language);
  if (from > 0) {
    moveToFront(translations, from);
    const rows = [...content.survey, ...(content.choices ?? [])];
    const columns = new Set([...content.translated, ...listedColumns(rows)]);
    for (const row of rows) {
      for (const column of columns) {
        const texts = row[column];
        if (Array.isArray(texts)) moveToFront(texts, from);
      }
    }
  } else if (from < 0 && translations.some((name) => name !== null)) {
    const present = translations.map((name) => name ?? '(no language)').join(', ');
    const message = `the default language "${language}" is not among the form's translations: ${present}.`;
    problems.push({ sheet: 'settings', column: 'default_language', message });
  }
}

function moveToFront(list: unknown[], from: number): void {
  if (from < list.length) list.unshift(...list.splice(from, 1));
}
