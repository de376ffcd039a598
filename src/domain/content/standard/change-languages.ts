import { InvalidError } from '../../errors';
import { unstorableReason } from '../../text/unstorable-text';
import type { Content, TranslatedText } from '../content';
import { columnsWithTextLists } from './standard-rows';

type Languages = readonly (string | null)[];

/**
 * Reorders, renames one of, appends one to, or drops the last of the languages of a form, with their texts
 * (contract-assets 2.5). Does not modify `content`.
 * @param content in standard form
 * @throws InvalidError on `translations` for any other change
 */
export function changeLanguages(content: Content, languages: Languages): Content {
  const indexes = sourceIndexes(content.translations, languages);
  const rows = [...content.survey, ...(content.choices ?? [])];
  const columns = new Set([...content.translated, ...columnsWithTextLists(rows)]);
  const reorder = <Row extends Readonly<Record<string, unknown>>>(row: Row): Row => ({
    ...row,
    ...Object.fromEntries(
      [...columns].flatMap((column) => {
        const texts = row[column];
        return Array.isArray(texts) ? [[column, reorderTexts(texts as TranslatedText, indexes)]] : [];
      }),
    ),
  });
  const { default_language: defaultLanguage, ...settings } = content.settings;
  const [first] = languages;
  return {
    ...content,
    translations: [...languages],
    survey: content.survey.map(reorder),
    ...(content.choices && { choices: content.choices.map(reorder) }),
    // The default language is always the first.
    settings: {
      ...settings,
      ...(defaultLanguage !== undefined && typeof first === 'string' && { default_language: first }),
    },
  };
}

/**
 * Parses a list of languages, or its JSON text; null is the language without a name.
 * @throws InvalidError for anything else
 */
export function readLanguages(sent: unknown): (string | null)[] {
  const list = typeof sent === 'string' ? parseJson(sent) : sent;
  if (!Array.isArray(list) || !list.every(isLanguage)) {
    throw new InvalidError('Send a list of names, such as ["English (en)", "French (fr)"].');
  }
  return list;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isLanguage(value: unknown): value is string | null {
  return (
    value === null ||
    (typeof value === 'string' && value.trim() !== '' && unstorableReason(value) === undefined)
  );
}

/** Index in `before` of each language in `after`; undefined for a new one. */
function sourceIndexes(before: Languages, after: Languages): (number | undefined)[] {
  if (new Set(after).size < after.length) refuse('a language is listed twice.');
  const indexes = after.map((language) => before.indexOf(language));
  const added = indexes.filter((index) => index < 0).length;
  const keepsOrder = indexes.every((from, to) => from < 0 || from === to);
  const isReordered = added === 0 && after.length === before.length;
  const isRenamed = added === 1 && after.length === before.length && keepsOrder;
  const hasOneMore = added === 1 && after.length === before.length + 1 && keepsOrder && indexes.at(-1) === -1;
  const hasOneLess = added === 0 && after.length === before.length - 1 && keepsOrder && after.length > 0;
  if (isRenamed) return after.map((_, index) => index);
  if (!isReordered && !hasOneMore && !hasOneLess) {
    refuse(
      'send the same languages in another order, one renamed, one more at the end, or all but the last.',
    );
  }
  return indexes.map((index) => (index < 0 ? undefined : index));
}

function reorderTexts(texts: TranslatedText, indexes: readonly (number | undefined)[]): TranslatedText {
  return indexes.map((index) => (index === undefined ? null : (texts[index] ?? null)));
}

function refuse(reason: string): never {
  throw InvalidError.at('translations', `Unsupported change: ${reason}`);
}
